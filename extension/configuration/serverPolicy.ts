import { readArray, readString } from "../base/read.ts";

/** Everything about a server that a policy names beside its name. */
export interface NamedServer {
  readonly command?: string;
  readonly args?: readonly string[] | undefined;
  readonly url?: string;
}

/** Returns whether the lists in one settings file of `claude` allow a server (2.0.77, 2.1.50, 2.1.329): a server that is also denied is denied. */
export function isServerAllowed(settings: unknown, name: string, server: NamedServer): boolean {
  if (readArray(settings, "deniedMcpServers")?.some((entry) => matches(entry, name, server))) return false;
  const allowed = readArray(settings, "allowedMcpServers");
  return allowed === undefined || allowed.some((entry) => matches(entry, name, server));
}

function matches(entry: unknown, name: string, { command, args = [], url }: NamedServer): boolean {
  const [byName, byCommand, byUrl] = [readString(entry, "serverName"), readArray(entry, "serverCommand"), readString(entry, "serverUrl")];
  if (byName !== undefined) return byName === name;
  if (command !== undefined) return byCommand !== undefined && JSON.stringify(byCommand) === JSON.stringify([command, ...args]);
  if (byUrl === undefined || url === undefined) return false;
  const pattern = byUrl.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*");
  return new RegExp(`^${pattern}$`).test(url);
}
