// An MCP server over HTTP on loopback: it answers only requests that have its token in a header.
import http from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

/**
 * Starts the server. `urls` collects the addresses of all requests.
 * @param {string} token
 * @returns {Promise<{ url: string, urls: string[], close(): Promise<void> }>}
 */
export async function startWebServer(token) {
  const urls = [];
  const web = http.createServer(async (request, response) => {
    urls.push(request.url ?? "");
    if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(403).end();
    const server = new McpServer({ name: "web", version: "1.0.0" });
    server.registerTool("greet", { description: "Greets", inputSchema: {} }, () => ({
      content: [{ type: "text", text: "hello from the web" }],
    }));
    server.registerTool("secretly", { description: "Is denied", inputSchema: {} }, () => ({
      content: [{ type: "text", text: "not denied" }],
    }));
    // Without a session, each request has a server of its own.
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.on("close", () => void transport.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
  });
  await new Promise((resolve) => web.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (web.address());
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    urls,
    close: () =>
      new Promise((resolve) => {
        web.close(() => resolve());
        web.closeAllConnections();
      }),
  };
}
