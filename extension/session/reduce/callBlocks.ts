const calls: ReadonlySet<string> = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

/** Whether a block is a call of a tool: one that the CLI runs, or one that the provider runs beside the model (recorded in `server-tools`). */
export function isCall(type: string | undefined): boolean {
  return type !== undefined && calls.has(type);
}
