/** Returns the name of a server or a tool as it stands in the name by which the model calls the tool (all versions). */
export function normalizeName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
}

/** A tool of an MCP server. */
export interface McpTool {
  readonly server: string;
  readonly name: string;
  /** Other known servers that can be meant, because the joined names are the same. */
  readonly others: readonly string[];
}

/**
 * Splits the name by which the model calls a tool, with the names of the known servers: the longest that fits. Without
 * one that fits it splits at the first "__", as `claude` does. Undefined for a tool that is not of a server.
 */
export function splitToolName(tool: string, servers: Iterable<string>): McpTool | undefined {
  if (!tool.startsWith("mcp__")) return undefined;
  const getPrefix = (server: string): string => `mcp__${normalizeName(server)}__`;
  const fitting = [...servers].filter(
    (server) => tool.startsWith(getPrefix(server)) && tool.length > getPrefix(server).length,
  );
  const [best, ...others] = fitting.sort((one, other) => getPrefix(other).length - getPrefix(one).length);
  if (best !== undefined) return { server: best, name: tool.slice(getPrefix(best).length), others };
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  return server === undefined || name === undefined ? undefined : { server, name, others: [] };
}

/**
 * Returns the known servers whose tools a rule for a whole server covers: `claude` reads the name of a server up to the
 * first "__" (2.1.50, 2.1.329).
 */
export function findCoveredServers(server: string, servers: Iterable<string>): readonly string[] {
  return [...servers].filter(
    (each) => normalizeName(each).split("__", 1)[0] === server || normalizeName(each) === server,
  );
}
