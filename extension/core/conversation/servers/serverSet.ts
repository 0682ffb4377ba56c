import { isSame } from "../../options/difference.ts";
import type { Client } from "../../protocol/connection/client.ts";
import type { ExternalServerConfig } from "../../protocol/requests/mcpConfig.ts";
import { hasSince } from "../../protocol/version.ts";
import type { PreparedServers, Servers } from "../ports/preparedServers.ts";

/** Outcome of a change of the servers. Names and errors are external text. */
export interface ServerChanges extends SentChanges {
  /** Servers that `claude` did not get, because they have not answered or another change has replaced this one. */
  readonly withheld: readonly string[];
}

export interface SentChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Reasons why servers did not connect, by name. */
  readonly errors: ReadonlyMap<string, string>;
  /** Servers that change only with the next process. */
  readonly needRestart: readonly string[];
  /** The rules of tools differ from those of the start: the next process gets them. */
  readonly hasNewRules: boolean;
}

/** A server at an address where nothing answers, which is known at once: port 1 is not served. */
const nowhere: ExternalServerConfig = { type: "http", url: "http://127.0.0.1:1/" };

/**
 * The external servers of one process, and how they change while it runs.
 *
 * - `mcp_set_servers` only removes what an earlier call named. A server of the start is therefore named first, with an
 *   address where nothing answers, and left out in a second call (2.1.50, 2.1.329).
 * - 2.0.77 keeps a server of the start beside the one that a call names, so such a server changes only with a restart.
 * - Servers of the start that stay as they are are never named, because that would start them again.
 */
export class ServerSet {
  readonly #launched: Map<string, ExternalServerConfig>;
  readonly #rules: PreparedServers["rules"];
  /** The servers that calls named last. */
  #named: Servers = {};

  constructor({ servers, rules }: PreparedServers) {
    this.#launched = new Map(Object.entries(servers));
    this.#rules = rules;
  }

  /** The names of the servers that the process got after its start. */
  get added(): readonly string[] {
    return Object.keys(this.#named);
  }

  /** Returns the names of the servers that `apply` would connect. */
  findNew(client: Client, next: Servers): readonly string[] {
    return Object.keys(next).filter((name) => {
      if (this.#launched.has(name)) return replaces(client) && !isSame(this.#launched.get(name), next[name]);
      return !Object.hasOwn(this.#named, name) || !isSame(this.#named[name], next[name]);
    });
  }

  /** Replaces the servers of Tandem's settings in a running process. Rejects when a request fails. */
  async apply(client: Client, { servers: next, rules }: PreparedServers): Promise<SentChanges> {
    const isKept = (name: string): boolean => Object.hasOwn(next, name) && isSame(this.#launched.get(name), next[name]);
    const gone = [...this.#launched.keys()].filter((name) => !Object.hasOwn(next, name));
    const canReplace = replaces(client);
    const fixed = canReplace ? [] : [...this.#launched.keys()].filter((name) => !isKept(name));
    const named = Object.fromEntries(Object.entries(next).filter(([name]) => !isKept(name) && !fixed.includes(name)));
    const leaving = canReplace ? gone : [];
    const later = { needRestart: fixed, hasNewRules: !isSame(rules, this.#rules) };
    if (leaving.length === 0 && isSame(named, this.#named))
      return { added: [], removed: [], errors: new Map(), ...later };
    const dismissed = Object.fromEntries(leaving.map((name) => [name, nowhere]));
    const answer = await client.setMcpServers({ ...named, ...dismissed });
    this.#named = named;
    if (leaving.length > 0) await client.setMcpServers(named);
    // Replaced servers of the start belong to the calls from now on.
    for (const name of [...leaving, ...Object.keys(named)]) if (canReplace) this.#launched.delete(name);
    const isOwn = (name: string): boolean => !leaving.includes(name);
    return {
      added: (answer.added ?? []).filter(isOwn),
      removed: [...(answer.removed ?? []), ...leaving],
      errors: new Map(Object.entries(answer.errors ?? {}).filter(([name]) => isOwn(name))),
      ...later,
    };
  }
}

/** Returns whether a version can replace the servers of its start. */
function replaces({ version }: Client): boolean {
  return hasSince(version, "b") !== "no";
}
