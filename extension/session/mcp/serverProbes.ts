import { background } from "../../base/background.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { ServerState } from "../../contract/mcpServers.ts";
import type { ServerProbe } from "../ports.ts";
import type { Servers } from "./serverSet.ts";

export interface ServerProbesOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the rows change. */
  readonly onDidChange: () => void;
}

interface Entry {
  /** The definition, to detect another one under the same name. */
  readonly written: string;
  readonly abort: AbortController;
  result: "running" | "answered" | "silent";
}

/**
 * Probes of the servers that a running process does not have yet. A definition is probed once: neither another change nor its own answer probes it
 * again, only `retry` does.
 */
export class ServerProbes {
  readonly #options: ServerProbesOptions;
  readonly #entries = new Map<string, Entry>();
  /** Probes that run or are being closed. */
  readonly #open = new Map<AbortController, Promise<unknown>>();
  #probe: ServerProbe | undefined;
  #waiting: (() => void)[] = [];

  constructor(options: ServerProbesOptions) {
    this.#options = options;
  }

  /** Follows another process. Without a probe, every server counts as one that answered. */
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
    let hasChanged = false;
    for (const [name, { written, abort }] of this.#entries) {
      if (Object.hasOwn(servers, name) && JSON.stringify(servers[name]) === written) continue;
      this.#entries.delete(name);
      abort.abort();
      hasChanged = true;
    }
    for (const [name, server] of Object.entries(servers)) {
      if (this.#entries.has(name)) continue;
      this.#add(name, server);
      hasChanged = true;
    }
    if (hasChanged) this.#notify();
  }

  /** Lets the next `replace` probe a server again that has not answered in time. */
  retry(name: string): void {
    if (this.#entries.get(name)?.result === "silent") this.#entries.delete(name);
  }

  /** Forgets servers that answered and that the process has now. */
  forget(names: Iterable<string>): void {
    for (const name of names) this.#entries.delete(name);
  }

  /** Probes a server that the process has. Resolves with whether it answered. */
  check(server: Servers[string]): Promise<boolean> {
    return this.#connect(server, new AbortController());
  }

  /** Returns true if a server has not answered. */
  isWithheld(name: string): boolean {
    const result = this.#entries.get(name)?.result;
    return result === "running" || result === "silent";
  }

  get isRunning(): boolean {
    return [...this.#entries.values()].some(({ result }) => result === "running");
  }

  /** The servers as rows: pending, or failed without an answer. */
  get rows(): readonly ServerState[] {
    return [...this.#entries].map(([name, { result }]) => ({
      name,
      status: result === "silent" ? "failed" : "pending",
      ...(result === "answered" ? {} : { isWithheld: true }),
    }));
  }

  /** Resolves when the result of a server becomes known, or other servers are probed. */
  whenChanged(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #add(name: string, server: Servers[string]): void {
    const entry: Entry = { written: JSON.stringify(server), abort: new AbortController(), result: this.#probe ? "running" : "answered" };
    this.#entries.set(name, entry);
    if (this.#probe) background(this.#follow(name, server, entry), this.#options.logger, "probing an MCP server");
  }

  async #follow(name: string, server: Servers[string], entry: Entry): Promise<void> {
    const hasAnswered = await this.#connect(server, entry.abort);
    // A probe that was stopped has no result.
    if (this.#entries.get(name) !== entry) return;
    entry.result = hasAnswered ? "answered" : "silent";
    this.#notify();
  }

  /** Resolves with false when the time is over or `abort` aborts, which does not wait for the end of what it opened. */
  #connect(server: Servers[string], abort: AbortController): Promise<boolean> {
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

  #notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.#options.onDidChange();
  }
}
