// An MCP server over stdio: one tool answers with a secret from its environment, the others ask the user for something.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "vault", version: "1.0.0" });
server.registerTool("peek", { description: "Tells the length of the secret", inputSchema: {} }, () => ({
  content: [{ type: "text", text: `length ${process.env.VAULT_SECRET?.length}` }],
}));
server.registerTool("ask", { description: "Asks who is there", inputSchema: {} }, async () => {
  const properties = {
    name: { type: "string", title: "Your name", minLength: 2 },
    size: { type: "string", enum: ["s", "l"], enumNames: ["Small", "Large"] },
  };
  const { action, content } = await server.server.elicitInput({
    message: "Who is there?",
    requestedSchema: { type: "object", required: ["name"], properties },
  });
  return { content: [{ type: "text", text: `${action} ${JSON.stringify(content ?? null)}` }] };
});
server.registerTool("visit", { description: "Asks for a page to be opened", inputSchema: {} }, async () => {
  const page = { mode: "url", url: "https://vault.example/connect?for=you", elicitationId: "e1" };
  const { action } = await server.server.elicitInput({ ...page, message: "Connect your vault" });
  return { content: [{ type: "text", text: `visit ${action}` }] };
});
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
server.registerTool(
  "draw",
  { description: "Draws a dot, and says where", inputSchema: { at: z.string() } },
  ({ at }) => ({
    content: [
      { type: "image", data: dot, mimeType: "image/png" },
      { type: "text", text: JSON.stringify({ at, dots: [{ x: 1, y: 2 }] }) },
    ],
  }),
);
server.registerTool(
  "hours",
  { description: "Hands over when it is open, and where that is said", inputSchema: {} },
  () => ({
    content: [
      { type: "resource", resource: { uri: "vault://hours/today", mimeType: "text/plain", text: "Open from nine." } },
      { type: "resource", resource: { uri: "vault://dot", mimeType: "image/png", blob: dot } },
      { type: "resource_link", uri: "vault://hours/tomorrow", name: "Tomorrow", mimeType: "text/plain" },
    ],
  }),
);
server.registerResource("Opening hours", "vault://hours/today", { mimeType: "text/plain" }, (uri) => ({
  contents: [{ uri: uri.href, text: "Open from nine." }],
}));
await server.connect(new StdioServerTransport());
