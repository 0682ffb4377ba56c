// An MCP server over stdio with one tool, which answers with a secret from its environment.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const server = new McpServer({ name: "vault", version: "1.0.0" });
server.registerTool("peek", { description: "Tells the length of the secret", inputSchema: {} }, () => ({
  content: [{ type: "text", text: `length ${process.env.VAULT_SECRET?.length}` }],
}));
await server.connect(new StdioServerTransport());
