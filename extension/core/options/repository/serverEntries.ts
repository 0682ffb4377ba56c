import { readObject } from "../../../shared/base/read.ts";
import { toCanonicalJson } from "../difference.ts";
import { asObject, type FoundEntry, type ParsedFile } from "./parsedFile.ts";

/** Returns the MCP servers that a `.mcp.json` defines. */
export function findServerEntries(file: ParsedFile): FoundEntry[] {
  const servers = readObject(file.value, "mcpServers");
  // Without `mcpServers`, `claude` may read the whole object as the servers.
  if (!servers)
    return Object.keys(asObject(file.value) ?? {}).length === 0
      ? []
      : [describeServer("mcpServers", file.value, file.path, 1)];
  return Object.entries(servers).map(([name, server]) => ({
    ...describeServer(name, server, file.path, file.lineOf(["mcpServers", name])),
    isOptional: true,
  }));
}

/**
 * Describes a server by its command line or address. Its identity is all of its definition: each value can take in
 * another variable of the user, or lead elsewhere.
 */
export function describeServer(
  name: string,
  server: unknown,
  path: string | undefined,
  line: number | undefined,
): FoundEntry {
  const { env, headers, ...rest } = asObject(server) ?? { server };
  return {
    kind: "mcpServer",
    name,
    value: describeCall(rest, env, headers),
    path,
    line,
    identity: toCanonicalJson(server),
  };
}

/**
 * Returns a command line or an address with the remaining fields, or all fields where it is not certain which of the
 * two applies.
 */
function describeCall(rest: Readonly<Record<string, unknown>>, env: unknown, headers: unknown): string {
  const { type, command, args, url, ...others } = rest;
  const isLine =
    typeof command === "string" &&
    (args === undefined || (Array.isArray(args) && args.every((arg) => typeof arg === "string")));
  const isCommand = isLine && url === undefined && (type === undefined || type === "stdio");
  const isAddress =
    typeof url === "string" &&
    command === undefined &&
    args === undefined &&
    typeof type === "string" &&
    remoteTypes.has(type);
  const call = isCommand
    ? [command, ...((args as string[] | undefined) ?? []).map(quote)].join(" ")
    : isAddress
      ? url
      : JSON.stringify(rest, undefined, 1);
  const extra = {
    ...(isCommand || isAddress ? others : {}),
    ...(env === undefined ? {} : { env }),
    ...(headers === undefined ? {} : { headers }),
  };
  return Object.keys(extra).length === 0 ? call : `${call}\n${JSON.stringify(extra, undefined, 1)}`;
}

/** Types of servers that `claude` reaches by their address. */
const remoteTypes: ReadonlySet<string> = new Set(["http", "sse", "ws"]);

function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : JSON.stringify(argument);
}
