const calls: ReadonlySet<string> = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

/**
 * Returns true for a block that calls a tool: one that `claude` runs, or one that the provider runs beside the model (recorded in `server-tools`).
 */
export function isCall(type: string | undefined): boolean {
  return type !== undefined && calls.has(type);
}
