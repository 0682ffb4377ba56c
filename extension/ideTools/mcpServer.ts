import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { InProcessServer } from "../protocol/mcpBridge.ts";

/** An MCP server as functions. */
export interface FunctionServer {
  readonly name: string;
  readonly version: string;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly inputSchema: { type: "object"; [key: string]: unknown } }[];
  /** Runs a call. Never rejects: an error is an answer for the model. */
  call(name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<{ readonly text: string; readonly isError: boolean }>;
}

/** Creates an MCP server whose tools are functions of other code. */
export function createFunctionServer({ name, version, tools, call }: FunctionServer): InProcessServer {
  const server = new Server({ name, version }, { capabilities: { tools: { listChanged: false } } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { text, isError } = await call(params.name, params.arguments ?? {}, signal);
    return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
  });
  return server;
}
