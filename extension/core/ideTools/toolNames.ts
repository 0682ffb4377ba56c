import { ideServerName, publishedPrefix, type ReadOnlyTool, readOnlyTools } from "../../shared/contract/ideTools.ts";

const readOnly: ReadonlySet<string> = new Set(readOnlyTools);

export function isReadOnlyTool(name: string): name is ReadOnlyTool {
  return readOnly.has(name);
}

/** Returns whether a name of the manifest is that of a tool that Tandem itself publishes. */
export function isPublishedTool(name: string): boolean {
  return name.startsWith(publishedPrefix) && isReadOnlyTool(name.slice(publishedPrefix.length));
}

/**
 * Returns the name under which the server knows a tool; undefined for a tool that is named like one of another server.
 */
export function getOwnName(tool: string): string | undefined {
  const prefix = `mcp__${ideServerName}__`;
  return tool.startsWith(prefix) ? tool.slice(prefix.length) : undefined;
}
