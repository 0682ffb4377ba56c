import { background, orLogged } from "../../../shared/base/background.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { Disposable } from "../../../shared/base/disposable.ts";
import { getErrorMessage, isFailure } from "../../../shared/base/failure.ts";
import { stripControl } from "../../../shared/base/invisible.ts";
import { Latest } from "../../../shared/base/latest.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { ConversationState, StatePatch } from "../../../shared/contract/conversationState.ts";
import type { ServerAbility, ServerState } from "../../../shared/contract/mcpServers.ts";
import { isSame } from "../../options/difference.ts";
import type { Client } from "../../protocol/connection/client.ts";
import type { ControlRequestName } from "../../protocol/requests/controlRequests.ts";
import type { ServerProbe } from "../ports/ports.ts";
import type { PreparedServers, Servers } from "../ports/preparedServers.ts";
import { findForbiddenServers } from "./forbiddenServers.ts";
import { LiveServers } from "./liveServers.ts";
import type { ServerChanges } from "./serverSet.ts";
import { isSameReport, readServerStates } from "./serverStates.ts";

export interface McpServersOptions {
  /** Returns the client while its process can take control requests. */
  readonly client: () => Client | undefined;
  readonly state: () => ConversationState;
  readonly patch: (set: StatePatch) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The outcome of an action on a server; `reason` is why `claude` refused it, and "silent" means that the server did not
 * answer in time.
 */
export type ServerOutcome =
  | { readonly code: "done" | "notRunning" | "unsupported" | "silent" }
  | { readonly code: "failed"; readonly reason: string };

/** The request that each ability needs. */
const requests = {
  reconnect: "mcp_reconnect",
  toggle: "mcp_toggle",
  signIn: "mcp_authenticate",
  readResource: "mcp_read_resource",
} as const satisfies Readonly<Record<ServerAbility, ControlRequestName>>;

/** First and longest delay between two looks at servers that connect, in milliseconds. */
const firstDelayMs = 500;
const maxDelayMs = 5_000;
/** Maximum time in milliseconds that the sign-in in the browser may take. */
const signInLimitMs = 600_000;

/**
 * The MCP servers of a conversation. `claude` does not announce that a server connected or failed, so the state is
 * requested after the start, with each turn that reports something else, after each action, and repeatedly while a
 * server connects or the user signs in.
 */
export class McpServers {
  readonly #options: McpServersOptions;
  readonly #live: LiveServers;
  readonly #changes = new Latest();
  /** The servers that `claude` reported last. */
  #reported: readonly ServerState[] = [];
  /**
   * The servers that a policy forbids, and the names of all that `claude` did not report when it was asked for them.
   */
  #forbidden: readonly ServerState[] = [];
  #missing = "";
  /** The client to which the state belongs. */
  #client: Client | undefined;
  #running: Promise<void> | undefined;
  #isAgain = false;
  #timer: Disposable | undefined;
  #delayMs = firstDelayMs;
  #signInUntil = 0;

  constructor(options: McpServersOptions) {
    this.#options = options;
    this.#live = new LiveServers({ ...options, onDidChange: () => this.#show(), refresh: () => this.refresh() });
  }

  /**
   * Follows the servers of a process that has answered `initialize`; `launched` are those of its start, which passed
   * none of them if it `refuses` them. Without a probe, `claude` gets new servers before they have answered.
   */
  begin(launched: PreparedServers, probe?: ServerProbe, refuses = false): void {
    if (!this.#live.begin(launched, probe, refuses)) this.#refreshSoon();
    else background(this.#live.setExtra(this.extra), this.#options.logger, "adding servers after the start");
  }

  /**
   * The servers that an extension set for its conversation. Each process of it starts with them, beside those of the
   * settings.
   */
  get extra(): Servers {
    return this.#live.extra;
  }

  /** Call when a process begins to start, in place of an earlier one. */
  beginStart(): void {
    this.end();
    this.#live.beginStart();
  }

  /** Stops following: the process ends. The last state stays visible. */
  end(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#delayMs = firstDelayMs;
    this.#signInUntil = 0;
    this.#client = undefined;
    this.#missing = "";
    this.#live.end();
  }

  /** Resolves when every program and connection is closed that was opened to probe a server. */
  whenClosed(): Promise<void> {
    return this.#live.whenClosed();
  }

  /** Returns whether the running `claude` can do this; false where nothing runs. */
  can(ability: ServerAbility): boolean {
    return this.#options.client()?.supports(requests[ability]) === true;
  }

  /** Requests the state of all servers. Simultaneous calls share requests. Never rejects. */
  refresh(): Promise<void> {
    this.#isAgain = true;
    if (!this.#options.client()) return this.#running ?? Promise.resolve();
    this.#running ??= this.#request();
    return this.#running;
  }

  /**
   * Compares what a turn or a change of the commands reports with the state; `told` is absent where no servers are
   * reported.
   */
  note(told: readonly { readonly name: string; readonly status: string }[] | undefined): void {
    if (told === undefined || !isSameReport(this.#reported, told)) this.#refreshSoon();
  }

  /** Connects a server again, or adds it now that it may answer. Never rejects. */
  async reconnect(name: string): Promise<ServerOutcome> {
    if (this.#live.isWithheld(name)) return this.#retry(name);
    return this.#act("reconnect", (client) => client.call("mcp_reconnect", { serverName: name }), name);
  }

  /** Switches a server on or off; `claude` remembers that for the folder. Never rejects. */
  setEnabled(name: string, isEnabled: boolean): Promise<ServerOutcome> {
    return this.#act(
      "toggle",
      (client) => client.call("mcp_toggle", { serverName: name, enabled: isEnabled }),
      isEnabled ? name : undefined,
    );
  }

  /**
   * Begins the sign-in at a server. Returns the page where the user signs in; none if the server needs no user.
   * `claude` itself listens for the browser on this machine, and connects the server afterwards (2.1.329).
   */
  async signIn(name: string): Promise<{ readonly outcome: ServerOutcome; readonly page?: string | undefined }> {
    let page: string | undefined;
    const outcome = await this.#act("signIn", async (client) => {
      page = (await client.call("mcp_authenticate", { serverName: name })).authUrl;
      this.#signInUntil = this.#options.clock.now() + signInLimitMs;
    });
    return { outcome, page };
  }

  /** Passes on the address at which the browser ended, where it does not reach this machine. Never rejects. */
  completeSignIn(name: string, callbackUrl: string): Promise<ServerOutcome> {
    return this.#act("signIn", async (client) => {
      await client.call("mcp_oauth_callback_url", { serverName: name, callbackUrl });
      // Only after a sign-in that it saw itself, `claude` connects the server (2.1.329).
      await client.call("mcp_reconnect", { serverName: name });
    });
  }

  /** Makes `claude` forget the sign-in at a server. Never rejects. */
  signOut(name: string): Promise<ServerOutcome> {
    return this.#act("signIn", (client) => client.call("mcp_clear_auth", { serverName: name }));
  }

  /**
   * Returns the text of a resource; undefined where `claude` does not read it for us (before 2.1.329, and for addresses
   * other than `ui://`).
   */
  async readResource(name: string, uri: string): Promise<string | undefined> {
    const client = this.#options.client();
    if (!client?.supports("mcp_read_resource") || !uri.startsWith("ui://")) return undefined;
    const answer = await orLogged(
      client.call("mcp_read_resource", { serverName: name, uri }),
      this.#options.logger,
      "mcp_read_resource",
    );
    const texts = (answer?.contents ?? []).flatMap(({ text }) => (text === undefined ? [] : [text]));
    return texts.length === 0 ? undefined : texts.join("\n");
  }

  /**
   * Replaces the servers of Tandem's settings in the running process; those of `claude`'s own files and of this
   * extension stay. Resolves when each new server is connected, has failed or has not answered in time. Preparing them
   * may take as long as the user takes to enter a secret; of several calls the last one counts, whichever is prepared
   * first. While a process starts, they follow when it runs. Resolves with undefined where another call counts or
   * nothing runs: the next start passes them. Rejects when `claude` refuses.
   */
  applyServers(prepared: PreparedServers | Promise<PreparedServers>): Promise<ServerChanges | undefined> {
    const change = this.#changes.begin(undefined);
    const apply = async (next: PreparedServers): Promise<ServerChanges | undefined> =>
      change.isCurrent ? this.#live.setOwn(next) : undefined;
    return prepared instanceof Promise ? prepared.then(apply) : apply(prepared);
  }

  /** Replaces the servers of an extension; those of the settings stay. Otherwise like `applyServers`. */
  setExtra(extra: Servers): Promise<ServerChanges | undefined> {
    return this.#live.setExtra(extra);
  }

  async #retry(name: string): Promise<ServerOutcome> {
    try {
      const changes = await this.#live.retry(name);
      if (!changes) return { code: "notRunning" };
      if (changes.withheld.includes(name)) return { code: "silent" };
      const reason = changes.errors.get(name);
      return reason === undefined ? { code: "done" } : { code: "failed", reason: stripControl(reason) };
    } catch (error) {
      return { code: "failed", reason: stripControl(getErrorMessage(error)) };
    }
  }

  /**
   * `connects`: a server that the action connects, during which `claude` reads no input (all versions). It must answer
   * first.
   */
  async #act(
    ability: ServerAbility,
    action: (client: Client) => Promise<unknown>,
    connects?: string,
  ): Promise<ServerOutcome> {
    const client = this.#options.client();
    if (!client) return { code: "notRunning" };
    if (!client.supports(requests[ability])) return { code: "unsupported" };
    try {
      if (connects !== undefined && !(await this.#live.check(connects))) return { code: "silent" };
      // A connection takes time, and its state is shown meanwhile.
      this.#watch();
      await action(client);
      return { code: "done" };
    } catch (error) {
      if (isFailure(error, "notSupported")) return { code: "unsupported" };
      return { code: "failed", reason: stripControl(getErrorMessage(error)) };
    } finally {
      await this.refresh();
    }
  }

  #refreshSoon(): void {
    background(this.refresh(), this.#options.logger, "mcp_status");
  }

  /**
   * Requests the state until nothing has requested it meanwhile. Waits at least once, so that `refresh` has stored the
   * promise before it ends.
   */
  async #request(): Promise<void> {
    try {
      while (this.#isAgain) {
        this.#isAgain = false;
        const client = this.#options.client();
        if (!client) break;
        this.#client = client;
        const answer = await orLogged(client.call("mcp_status", {}), this.#options.logger, "mcp_status");
        if (this.#options.client() !== client) continue;
        const { added } = this.#live;
        if (answer)
          this.#reported = readServerStates(answer).map((server) =>
            added.includes(server.name) ? { ...server, isAddedLive: true } : server,
          );
        if (!answer) continue;
        this.#show();
        background(this.#findForbidden(client), this.#options.logger, "looking for a policy");
      }
    } finally {
      // At once, so that no call comes between the last look at `#isAgain` and this.
      this.#running = undefined;
    }
  }

  /** Looks for a policy, if servers are missing in the report. */
  async #findForbidden(client: Client): Promise<void> {
    const expected = Object.entries(await this.#live.listExpected());
    const known = new Set([...this.#reported, ...this.#live.rows].map(({ name }) => name));
    const missing = expected.filter(([name]) => !known.has(name));
    const names = missing.length === 0 ? "" : JSON.stringify(missing.map(([name]) => name));
    if (names === this.#missing || this.#client !== client) return;
    this.#missing = names;
    const found =
      missing.length === 0
        ? []
        : await orLogged(
            findForbiddenServers(client, Object.fromEntries(missing)),
            this.#options.logger,
            "get_settings",
          );
    if (this.#client !== client) return;
    this.#forbidden = found ?? [];
    this.#show();
  }

  /** Shows what `claude` reported, the servers that it does not have yet, and those that it may not have. */
  #show(): void {
    const { state, patch } = this.#options;
    const { rows } = this.#live;
    const own = [...this.#reported.filter(({ name }) => !rows.some((row) => row.name === name)), ...rows];
    const servers = [...own, ...this.#forbidden.filter(({ name }) => !own.some((server) => server.name === name))];
    if (!isSame(state().servers ?? [], servers)) patch({ servers });
    if (this.#client === undefined) return;
    if (this.#reported.some(({ status }) => status === "pending" || (status === "needsSignIn" && this.#isSigningIn)))
      this.#watch();
    else this.#delayMs = firstDelayMs;
  }

  get #isSigningIn(): boolean {
    return this.#options.clock.now() < this.#signInUntil;
  }

  /** Requests the state again after a delay that grows. */
  #watch(): void {
    if (this.#timer) return;
    this.#timer = this.#options.clock.after(this.#delayMs, () => {
      this.#timer = undefined;
      this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
      if (this.#client !== undefined && this.#client === this.#options.client()) this.#refreshSoon();
    });
  }
}
