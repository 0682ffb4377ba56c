// Parts that every MCP server of the tests offers: three tools, two resources and a prompt.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

/** Returns a server named `name` that is not connected yet. `crash` ends it when its tool `fall` is called. */
export function createServer(name, crash = () => {}) {
  const server = new McpServer({ name, version: "1.2.3" });
  const said = (text) => ({ content: [{ type: "text", text }] });
  server.registerTool(
    "look",
    { description: "Reads the weather", inputSchema: {}, annotations: { readOnlyHint: true } },
    () => said("sunny"),
  );
  server.registerTool(
    "wipe",
    { description: "Deletes all weather", inputSchema: {}, annotations: { destructiveHint: true } },
    () => said("gone"),
  );
  server.registerTool("fall", { description: "Ends the server", inputSchema: { after: z.number().optional() } }, () => {
    crash();
    return said("falling");
  });
  server.registerResource(
    "Forecast",
    "weather://today",
    { mimeType: "text/plain", description: "The weather of today" },
    (uri) => ({
      contents: [{ uri: uri.href, text: "Sunny, then rain." }],
    }),
  );
  server.registerResource("Card", "ui://card", { mimeType: "text/html", description: "A card" }, (uri) => ({
    contents: [{ uri: uri.href, text: "A card." }],
  }));
  server.registerPrompt("report", { description: "Writes a weather report" }, () => ({
    messages: [{ role: "user", content: { type: "text", text: "Write a weather report." } }],
  }));
  return server;
}
