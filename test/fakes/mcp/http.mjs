// MCP servers over HTTP and over SSE, on a free port of 127.0.0.1; optionally behind a header or behind a sign-in.
import http from "node:http";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createServer } from "./server.mjs";
import { createSignIn } from "./signIn.mjs";

/**
 * Starts a server. `header`: a value that `x-key` must have. `needsSignIn`: it takes only tokens that its own
 * authorization server issued; the page where a user would sign in answers at once. `hold`: it answers nothing until
 * this has resolved.
 * @param {{ kind?: "http" | "sse", header?: string, needsSignIn?: boolean, hold?: Promise<unknown> }} [options]
 * @returns {Promise<{ url: string, seen: string[], close(): Promise<void> }>} `seen` has a line for each request.
 */
export async function startHttpServer({ kind = "http", header, needsSignIn = false, hold } = {}) {
  const seen = [];
  const streams = new Map();
  const server = http.createServer((req, res) => {
    handle(req, res).catch((error) => res.headersSent || res.writeHead(500).end(String(error)));
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const signIn = needsSignIn ? createSignIn(origin) : undefined;

  async function handle(req, res) {
    const { pathname, searchParams } = new URL(req.url, origin);
    seen.push(`${req.method} ${pathname}`);
    await hold;
    if (signIn && (await signIn.handle(req, res, pathname, searchParams))) return;
    if (header !== undefined && req.headers["x-key"] !== header) return void res.writeHead(401).end("wrong key");
    if (kind === "sse" && req.method === "GET" && pathname === "/mcp") {
      const transport = new SSEServerTransport("/messages", res);
      streams.set(transport.sessionId, transport);
      return void (await createServer("weather").connect(transport));
    }
    if (kind === "sse" && pathname === "/messages")
      return void (await streams.get(searchParams.get("sessionId"))?.handlePostMessage(req, res));
    if (kind === "http" && pathname === "/mcp") {
      if (req.method !== "POST") return void res.writeHead(405).end();
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      await createServer("weather").connect(transport);
      return void (await transport.handleRequest(req, res));
    }
    res.writeHead(404).end();
  }

  return {
    url: `${origin}/mcp`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
