import { type ReadOnlyTool, readOnlyTools } from "../contract/ideTools.ts";

/** Name of the server; `claude` names a tool of it `mcp__editor__<tool>`. Of a server named "ide" it offers two tools only (2.0.77 to 2.1.329). */
export const serverName = "editor";

const readOnly: ReadonlySet<string> = new Set(readOnlyTools);

export function isReadOnlyTool(name: string): name is ReadOnlyTool {
  return readOnly.has(name);
}

/** Returns the name under which the server knows a tool; undefined for a tool that is named like one of another server. */
export function getOwnName(tool: string): string | undefined {
  const prefix = `mcp__${serverName}__`;
  return tool.startsWith(prefix) ? tool.slice(prefix.length) : undefined;
}
