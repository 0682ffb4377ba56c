import * as z from "zod";
import { lenient, lenientString, record } from "../frames/lenient.ts";

const timeout = z.number().positive().optional();
const alwaysLoad = z.boolean().optional();
const headers = z.record(z.string(), z.string()).optional();

/** An MCP server that `claude` starts or connects to. `type` may be left out for stdio. */
export const externalServerConfig = z.union([
  z.strictObject({
    type: z.literal("stdio").optional(),
    command: z.string().min(1),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), z.string()).optional(),
    timeout,
    alwaysLoad,
  }),
  z.strictObject({ type: z.enum(["http", "sse"]), url: z.url(), headers, timeout, alwaysLoad }),
]);
export type ExternalServerConfig = z.infer<typeof externalServerConfig>;

/** Server configuration on the wire: external, or in this process and reached over `mcp_message`. */
export const mcpServerConfig = z.union([
  externalServerConfig,
  z.strictObject({ type: z.literal("sdk"), name: z.string(), timeout }),
]);
export type McpServerConfig = z.infer<typeof mcpServerConfig>;

/** Status of an MCP server. `config` may contain secrets: never log it. */
export const mcpServerStatus = z.looseObject({
  name: z.string(),
  status: z.string(),
  error: lenientString,
  scope: lenientString,
  source: lenientString,
  transport: lenientString,
  serverInfo: lenient(z.looseObject({ name: lenientString, version: lenientString })),
  tools: lenient(
    z.array(z.looseObject({ name: z.string(), description: lenientString, annotations: lenient(record) })),
  ),
});
