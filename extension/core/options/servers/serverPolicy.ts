import { readArray, readString } from "../../../shared/base/read.ts";
import { isSame } from "../difference.ts";

/** Everything about a server that a policy names beside its name. */
export interface NamedServer {
  readonly command?: string;
  readonly args?: readonly string[] | undefined;
  readonly url?: string;
}

/**
 * Returns whether the lists in one settings file of `claude` allow a server (2.0.77 to 2.1.332): a server that is also
 * denied is denied. A denied address also means that address with a query or with a slash at its end (2.1.332; older
 * versions compare the whole, so that this is stricter than they are).
 */
export function isServerAllowed(settings: unknown, name: string, server: NamedServer): boolean {
  if (
    readArray(settings, "deniedMcpServers")?.some((entry) =>
      listDenied(server).some((each) => matches(entry, name, each)),
    )
  )
    return false;
  const allowed = readArray(settings, "allowedMcpServers");
  if (allowed === undefined) return true;
  // If the list has commands, or addresses, a server of this kind is allowed by them alone.
  const kind = server.command === undefined ? readString : readArray;
  const ofKind = allowed.filter((entry) => kind(entry, server.command === undefined ? "serverUrl" : "serverCommand"));
  return (ofKind.length > 0 ? ofKind : allowed).some((entry) => matches(entry, name, server));
}

/** Returns a server with each address that a denial of it can mean. */
function listDenied(server: NamedServer): readonly NamedServer[] {
  const { url } = server;
  if (url === undefined) return [server];
  const bare = url.replace(/[?#].*$/s, "");
  const addresses = [url, bare].flatMap((each) => [each, each.endsWith("/") ? each.slice(0, -1) : `${each}/`]);
  return addresses.map((each) => ({ ...server, url: each }));
}

function matches(entry: unknown, name: string, { command, args = [], url }: NamedServer): boolean {
  const [byName, byCommand, byUrl] = [
    readString(entry, "serverName"),
    readArray(entry, "serverCommand"),
    readString(entry, "serverUrl"),
  ];
  if (byName !== undefined) return byName === name;
  if (command !== undefined) return byCommand !== undefined && isSame(byCommand, [command, ...args]);
  if (byUrl === undefined || url === undefined) return false;
  const pattern = byUrl.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*");
  return new RegExp(`^${pattern}$`).test(url);
}
