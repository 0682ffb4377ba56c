import type { Clock } from "../../../shared/base/clock.ts";
import { type Attempt, Latest } from "../../../shared/base/latest.ts";
import type { ServerState } from "../../../shared/contract/servers/mcpServers.ts";
import { isSame } from "../../options/difference.ts";
import type { Client } from "../../protocol/connection/client.ts";
import type { FileServer, ServerProbe } from "../ports/ports.ts";
import type { PreparedServers, Servers } from "../ports/preparedServers.ts";
import { ServerProbes } from "./serverProbes.ts";
import { type SentChanges, type ServerChanges, ServerSet } from "./serverSet.ts";

export interface LiveServersOptions {
  /** Returns the client while its process can take control requests. */
  readonly client: () => Client | undefined;
  readonly clock: Clock;
  /** Called when the rows change. */
  readonly onDidChange: () => void;
  /** Requests the state of the servers from `claude`. Never rejects. */
  readonly refresh: () => Promise<void>;
}

/**
 * The servers of Tandem's settings and of an extension in one process, and how they change while it runs.
 *
 * - `claude` reads no input while it connects a server (all versions). It gets a server only once the server has
 *   answered a probe, so that no server holds up answers, Stop or messages. The others do not wait for it.
 * - A start passes its servers without a probe: 2.1.329 connects them while it reads input, and older versions wait for
 *   them before they read any.
 * - Changes are sent one after the other, and of several sets only the last one is sent.
 */
export class LiveServers {
  readonly #options: LiveServersOptions;
  readonly #probes: ServerProbes;
  readonly #changes = new Latest();
  #set: ServerSet | undefined;
  /** The servers of the settings that the process has or is to have. */
  #own: PreparedServers = { servers: {}, rules: { allow: [], ask: [], deny: [] } };
  #extra: Servers = {};
  /** True if the process may have none of these servers. */
  #refuses = false;
  /** The servers of `claude`'s own files, once they are needed. */
  #listed: ReturnType<ServerProbe["list"]> | undefined;
  /** Calls to continue when the start that is under way has ended; undefined while nothing starts. */
  #waiting: (() => void)[] | undefined;
  /** Requests, one after the other. */
  #sending: Promise<unknown> = Promise.resolve();

  constructor(options: LiveServersOptions) {
    this.#options = options;
    this.#probes = new ServerProbes(options);
  }

  /** Call when a process begins to start. Servers that are set from now on are applied when it runs. */
  beginStart(): void {
    this.end();
    this.#waiting = [];
  }

  /**
   * Follows a process that was started with `launched`, or with none of it if it `refuses` servers. Returns whether it
   * is to get those of an extension.
   */
  begin(launched: PreparedServers, probe: ServerProbe | undefined, refuses: boolean): boolean {
    this.#set = new ServerSet(refuses ? { ...launched, servers: {} } : launched);
    this.#refuses = refuses;
    this.#probes.begin(probe);
    const { servers, rules, extra = {} } = launched;
    const own = Object.entries(servers).filter(([name]) => !Object.hasOwn(extra, name));
    this.#own = { servers: Object.fromEntries(own), rules };
    this.#endStart();
    return !isSame(extra, this.#extra);
  }

  /** Stops following: the process ends. */
  end(): void {
    this.#set = undefined;
    this.#refuses = false;
    this.#listed = undefined;
    this.#probes.end();
    this.#endStart();
  }

  /** Resolves when every connection that a probe opened is closed. */
  whenClosed(): Promise<void> {
    return this.#probes.whenClosed();
  }

  /** Returns every server that the process is to have, also those of `claude`'s own files. Never rejects. */
  async listExpected(): Promise<Readonly<Record<string, FileServer>>> {
    this.#listed ??= this.#probes.list();
    const forbidden = this.#refuses ? ({ isForbidden: true } as const) : {};
    const own = Object.entries(this.#all).map(
      ([name, config]) => [name, { config, scope: "dynamic", ...forbidden }] as const,
    );
    return { ...(await this.#listed), ...Object.fromEntries(own) };
  }

  get extra(): Servers {
    return this.#extra;
  }

  /** The names of the servers that the process got after its start. */
  get added(): readonly string[] {
    return this.#set?.added ?? [];
  }

  /** The servers that the process does not have yet. */
  get rows(): readonly ServerState[] {
    return this.#probes.rows;
  }

  /** Returns true if the process does not have a server because it has not answered. */
  isWithheld(name: string): boolean {
    return this.#probes.isWithheld(name);
  }

  /** Resolves with false if a server does not answer now; with true also where its definition is not known. */
  async check(name: string): Promise<boolean> {
    const server = this.#all[name] ?? (await this.#probes.find(name));
    return server === undefined || this.#probes.check(server);
  }

  /**
   * Replaces the servers of the settings, once a start has ended. Returns undefined where nothing runs. Rejects when
   * `claude` refuses.
   */
  async setOwn(own: PreparedServers): Promise<ServerChanges | undefined> {
    const waiting = this.#waiting;
    if (waiting) await new Promise<void>((resolve) => waiting.push(resolve));
    this.#own = own;
    return this.#apply();
  }

  /** Replaces the servers of an extension. Otherwise like `setOwn`. A server that cannot be added is an error. */
  async setExtra(extra: Servers): Promise<ServerChanges | undefined> {
    this.#extra = extra;
    const changes = await this.#apply();
    const refuse = (name: string): readonly (readonly [string, string])[] => {
      if (this.#refuses) return [[name, "The organization's policy doesn't allow this server."]];
      return Object.hasOwn(this.#own.servers, name) ? [[name, "A server of the settings has this name."]] : [];
    };
    return changes && { ...changes, errors: new Map([...changes.errors, ...Object.keys(extra).flatMap(refuse)]) };
  }

  /** Probes a server again that has not answered. Otherwise like `setOwn`. */
  retry(name: string): Promise<ServerChanges | undefined> {
    this.#probes.forget([name]);
    return this.#apply();
  }

  #endStart(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const resume of waiting) resume();
  }

  /** Servers of the settings win over those of an extension. */
  get #all(): Servers {
    return { ...this.#extra, ...this.#own.servers };
  }

  async #apply(): Promise<ServerChanges | undefined> {
    const client = this.#options.client();
    const set = this.#set;
    if (!client || !set) return undefined;
    const change = this.#changes.begin(undefined);
    const { rules } = this.#own;
    const next = this.#refuses ? {} : this.#all;
    this.#probes.replace(select(next, set.findNew(client, next)));
    const sent: SentChanges[] = [];
    const send = async (): Promise<unknown> =>
      sent.push(...(await this.#send(change, set, client, { servers: next, rules })));
    // Read before the request: a server that answers meanwhile needs another one.
    const { running } = this.#probes;
    try {
      await send();
      await Promise.all(running.map((settled) => settled.then(send)));
    } catch (error) {
      if (change.isCurrent) this.#probes.replace({});
      throw error;
    }
    const { needRestart = [], hasNewRules = false } = sent.at(-1) ?? {};
    return {
      added: sent.flatMap(({ added }) => added),
      removed: sent.flatMap(({ removed }) => removed.filter((name) => !Object.hasOwn(next, name))),
      errors: new Map(sent.flatMap(({ errors }) => [...errors])),
      needRestart,
      hasNewRules,
      withheld: set.findNew(client, next),
    };
  }

  /**
   * Sends the servers that have answered. Its turn comes after all earlier requests; sends nothing if another set has
   * replaced this one by then.
   */
  #send(
    change: Attempt,
    set: ServerSet,
    client: Client,
    { servers, rules }: PreparedServers,
  ): Promise<readonly SentChanges[]> {
    const send = async (): Promise<readonly SentChanges[]> => {
      if (!change.isCurrent || this.#set !== set) return [];
      const ready = Object.keys(servers).filter((name) => !this.#probes.isWithheld(name));
      try {
        const changes = await set.apply(client, { servers: select(servers, ready), rules });
        this.#probes.forget(ready);
        return [changes];
      } finally {
        await this.#options.refresh();
      }
    };
    const sent = this.#sending.then(send, send);
    this.#sending = sent;
    return sent;
  }
}

function select(servers: Servers, names: readonly string[]): Servers {
  return Object.fromEntries(Object.entries(servers).filter(([name]) => names.includes(name)));
}
