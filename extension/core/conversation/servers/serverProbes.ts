import type { Clock } from "../../../shared/base/clock.ts";
import type { ServerState } from "../../../shared/contract/servers/mcpServers.ts";
import { isSame } from "../../options/difference.ts";
import type { ServerProbe } from "../ports/ports.ts";
import type { Servers } from "../ports/preparedServers.ts";

export interface ServerProbesOptions {
  readonly clock: Clock;
  /** Called when the rows change. */
  readonly onDidChange: () => void;
}

interface Entry {
  /** The definition, to detect another one under the same name. */
  readonly server: Servers[string];
  readonly abort: AbortController;
  result: "running" | "answered" | "silent";
  settled: Promise<unknown>;
}

/**
 * Probes of the servers that a running process does not have yet. A definition is probed once: neither another change
 * nor its own answer probes it again, unless it is forgotten.
 */
export class ServerProbes {
  readonly #options: ServerProbesOptions;
  readonly #entries = new Map<string, Entry>();
  /** Probes that run or are being closed. */
  readonly #open = new Map<AbortController, Promise<unknown>>();
  #probe: ServerProbe | undefined;

  constructor(options: ServerProbesOptions) {
    this.#options = options;
  }

  /** Probes for another process. Without a probe, every server counts as one that answered. */
  begin(probe: ServerProbe | undefined): void {
    this.#probe = probe;
  }

  /** Stops all probes. */
  end(): void {
    this.replace({});
    for (const abort of this.#open.keys()) abort.abort();
  }

  /** Resolves when all is closed that the probes opened. */
  async whenClosed(): Promise<void> {
    await Promise.all(this.#open.values());
  }

  /** Probes these servers and no others: stops the probes of servers that are missing or defined in another way. */
  replace(servers: Servers): void {
    const before = [...this.#entries];
    for (const [name, { server }] of before) if (!isSame(servers[name], server)) this.forget([name]);
    for (const [name, server] of Object.entries(servers)) if (!this.#entries.has(name)) this.#add(name, server);
    if (before.length + this.#entries.size > 0) this.#options.onDidChange();
  }

  /** Forgets servers: the process has them now, or the next `replace` is to probe them again. */
  forget(names: Iterable<string>): void {
    for (const name of names) {
      this.#entries.get(name)?.abort.abort();
      this.#entries.delete(name);
    }
  }

  /** Returns true if a server has not answered. */
  isWithheld(name: string): boolean {
    return (this.#entries.get(name)?.result ?? "answered") !== "answered";
  }

  /** The probes that run: each resolves when its server has answered, its time is over, or it is stopped. */
  get running(): readonly Promise<unknown>[] {
    return [...this.#entries.values()].flatMap(({ result, settled }) => (result === "running" ? [settled] : []));
  }

  /** The servers as rows: pending, or failed without an answer. */
  get rows(): readonly ServerState[] {
    return [...this.#entries].map(([name, { result }]) => ({
      name,
      status: result === "silent" ? "failed" : "pending",
      ...(result === "answered" ? {} : { isWithheld: true }),
    }));
  }

  #add(name: string, server: Servers[string]): void {
    const abort = new AbortController();
    const entry: Entry = { server, abort, result: this.#probe ? "running" : "answered", settled: Promise.resolve() };
    this.#entries.set(name, entry);
    entry.settled = this.check(server, abort).then((hasAnswered) => {
      // A probe that was stopped has no result, and without one the answer is known.
      if (this.#entries.get(name) !== entry || entry.result !== "running") return;
      entry.result = hasAnswered ? "answered" : "silent";
      this.#options.onDidChange();
    });
  }

  /** Returns the definition of a server of `claude`'s own files, if it is known. */
  async find(name: string): Promise<Servers[string] | undefined> {
    return this.#probe?.find(name);
  }

  /** Returns the servers of `claude`'s own files. Never rejects. */
  async list(): ReturnType<ServerProbe["list"]> {
    return (await this.#probe?.list()) ?? {};
  }

  /**
   * Resolves with whether a server answers; with false when the time is over or `abort` aborts, without waiting for the
   * end of what it opened.
   */
  check(server: Servers[string], abort = new AbortController()): Promise<boolean> {
    const probe = this.#probe;
    if (!probe) return Promise.resolve(true);
    const timer = this.#options.clock.after(probe.limitMs, () => abort.abort());
    return new Promise((resolve) => {
      abort.signal.addEventListener("abort", () => resolve(false), { once: true });
      const connection = probe.connect(server, abort.signal).then((hasAnswered) => {
        timer.dispose();
        this.#open.delete(abort);
        resolve(hasAnswered);
      });
      this.#open.set(abort, connection);
    });
  }
}
