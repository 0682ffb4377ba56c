import { readObject } from "../../base/read.ts";
import { namesProgram } from "./environmentNames.ts";
import { asObject, type FoundEntry, type ParsedFile } from "./parsedFile.ts";

/** Returns the MCP servers that a `.mcp.json` defines. */
export function findServerEntries(file: ParsedFile): FoundEntry[] {
  const servers = readObject(file.value, "mcpServers");
  // Without `mcpServers`, `claude` may read the whole object as the servers.
  if (!servers) return Object.keys(asObject(file.value) ?? {}).length === 0 ? [] : [describeServer("mcpServers", file.value, file.path, 1)];
  return Object.entries(servers).map(([name, server]) => ({
    ...describeServer(name, server, file.path, file.lineOf(["mcpServers", name])),
    isOptional: true,
  }));
}

/**
 * Describes a server by its command line or address. Its identity contains names of variables and headers but not their values, which are often
 * tokens that change; the values of variables that can make programs run count.
 */
export function describeServer(name: string, server: unknown, path: string | undefined, line: number | undefined): FoundEntry {
  const { env, headers, ...rest } = asObject(server) ?? { server };
  const variables = Object.entries(asObject(env) ?? {}).map(([variable, value]) => (namesProgram(variable) ? [variable, value] : [variable]));
  const identity = JSON.stringify([rest, variables, Object.keys(asObject(headers) ?? {})]);
  return { kind: "mcpServer", name, value: describeCall(rest, env, headers), path, line, identity };
}

function describeCall(rest: Readonly<Record<string, unknown>>, env: unknown, headers: unknown): string {
  const { type: _type, command, args, url, ...others } = rest;
  const isLine = typeof command === "string" && (args === undefined || (Array.isArray(args) && args.every((arg) => typeof arg === "string")));
  const call = isLine ? [command, ...((args as string[] | undefined) ?? []).map(quote)].join(" ") : typeof url === "string" ? url : JSON.stringify(rest);
  const extra = { ...(isLine || typeof url === "string" ? others : {}), ...(env === undefined ? {} : { env }), ...(headers === undefined ? {} : { headers }) };
  return Object.keys(extra).length === 0 ? call : `${call}\n${JSON.stringify(extra, undefined, 1)}`;
}

function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : JSON.stringify(argument);
}
