import { background, orLogged } from "../../../shared/base/background.ts";
import type { Disposable } from "../../../shared/base/disposable.ts";
import type { ServerState } from "../../../shared/contract/servers/mcpServers.ts";
import { isSame } from "../../options/difference.ts";
import { isServerAllowed } from "../../options/servers/serverPolicy.ts";
import type { Client } from "../../protocol/connection/client.ts";
import type { FileServer } from "../ports/ports.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import type { LiveServers } from "./liveServers.ts";
import { isSameReport, readServerStates } from "./serverStates.ts";

export interface ReportedServersOptions {
  /** Returns the client while its process can take control requests. */
  readonly client: () => Client | undefined;
  readonly live: Pick<LiveServers, "added" | "rows" | "listExpected">;
}

type MissingServers = Awaited<ReturnType<LiveServers["listExpected"]>>;

/** First and longest delay between two looks at servers that connect, in milliseconds. */
const firstDelayMs = 500;
const maxDelayMs = 5_000;
/** Maximum time in milliseconds that the sign-in in the browser may take. */
const signInLimitMs = 600_000;

/**
 * The servers as `claude` reports them, in the state of the conversation. `claude` does not announce that a server
 * connected or failed, so the report is requested, and repeatedly while a server connects or the user signs in.
 */
export class ReportedServers {
  readonly #context: ConversationContext;
  readonly #options: ReportedServersOptions;
  /** The servers that `claude` reported last. */
  #reported: readonly ServerState[] = [];
  /** The servers that a policy forbids. */
  #forbidden: readonly ServerState[] = [];
  /** All that `claude` did not report when it was asked for them; undefined until the first look at a process. */
  #missing: MissingServers | undefined;
  /** The client to which the state belongs. */
  #client: Client | undefined;
  #running: Promise<void> | undefined;
  #isAgain = false;
  #timer: Disposable | undefined;
  #delayMs = firstDelayMs;
  #signInUntil = 0;

  constructor(context: ConversationContext, options: ReportedServersOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Stops following: the process ends. The last state stays visible. */
  end(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#delayMs = firstDelayMs;
    this.#signInUntil = 0;
    this.#client = undefined;
    this.#missing = undefined;
  }

  /** Requests the state of all servers. Simultaneous calls share requests. Never rejects. */
  refresh(): Promise<void> {
    this.#isAgain = true;
    if (!this.#options.client()) return this.#running ?? Promise.resolve();
    this.#running ??= this.#request();
    return this.#running;
  }

  /** Requests the state without waiting for it. */
  refreshSoon(): void {
    background(this.refresh(), this.#context.logger, "mcp_status");
  }

  /**
   * Compares what a turn or a change of the commands reports with the state; `told` is absent where no servers are
   * reported.
   */
  note(told: readonly { readonly name: string; readonly status: string }[] | undefined): void {
    if (told === undefined || !isSameReport(this.#reported, told)) this.refreshSoon();
  }

  /** Follows a sign-in that began in the browser, until its server is connected or the time is over. */
  followSignIn(): void {
    this.#signInUntil = this.#context.clock.now() + signInLimitMs;
  }

  /** Requests the state again after a delay that grows. */
  watch(): void {
    if (this.#timer) return;
    this.#timer = this.#context.clock.after(this.#delayMs, () => {
      this.#timer = undefined;
      this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
      if (this.#client !== undefined && this.#client === this.#options.client()) this.refreshSoon();
    });
  }

  /** Shows what `claude` reported, the servers that it does not have yet, and those that it may not have. */
  show(): void {
    const { state, patch } = this.#context;
    const { rows } = this.#options.live;
    const own = [...this.#reported.filter(({ name }) => !rows.some((row) => row.name === name)), ...rows];
    const servers = [...own, ...this.#forbidden.filter(({ name }) => !own.some((server) => server.name === name))];
    if (!isSame(state.servers ?? [], servers)) patch({ servers });
    if (this.#client === undefined) return;
    if (this.#reported.some(({ status }) => status === "pending" || (status === "needsSignIn" && this.#isSigningIn)))
      this.watch();
    else this.#delayMs = firstDelayMs;
  }

  get #isSigningIn(): boolean {
    return this.#context.clock.now() < this.#signInUntil;
  }

  /**
   * Requests the state until nothing has requested it meanwhile. Waits at least once, so that `refresh` has stored the
   * promise before it ends.
   */
  async #request(): Promise<void> {
    const { logger } = this.#context;
    try {
      while (this.#isAgain) {
        this.#isAgain = false;
        const client = this.#options.client();
        if (!client) break;
        this.#client = client;
        const answer = await orLogged(client.call("mcp_status", {}), logger, "mcp_status");
        if (this.#options.client() !== client) continue;
        const { added } = this.#options.live;
        if (answer)
          this.#reported = readServerStates(answer).map((server) =>
            added.includes(server.name) ? { ...server, isAddedLive: true } : server,
          );
        if (!answer) continue;
        this.show();
        background(this.#findForbidden(client), logger, "looking for a policy");
      }
    } finally {
      // At once, so that no call comes between the last look at `#isAgain` and this.
      this.#running = undefined;
    }
  }

  /** Looks for a policy, if servers are missing in the report. */
  async #findForbidden(client: Client): Promise<void> {
    const { live } = this.#options;
    const expected = Object.entries(await live.listExpected());
    const known = new Set([...this.#reported, ...live.rows].map(({ name }) => name));
    const missing: MissingServers = Object.fromEntries(expected.filter(([name]) => !known.has(name)));
    if (this.#client !== client || isSame(this.#missing, missing)) return;
    this.#missing = missing;
    const found =
      Object.keys(missing).length === 0
        ? []
        : await orLogged(findForbiddenServers(client, missing), this.#context.logger, "get_settings");
    if (this.#client !== client || this.#missing !== missing) return;
    this.#forbidden = found ?? [];
    this.show();
  }
}

/**
 * Returns the servers that a policy of the user's organization forbids, as rows. `claude` reports none of them (2.0.77,
 * 2.1.50, 2.1.329), but says which policy applies (2.1.329). Rejects when the connection ends.
 */
async function findForbiddenServers(
  client: Client,
  servers: Readonly<Record<string, FileServer>>,
): Promise<readonly ServerState[]> {
  const { sources = [] } = client.supports("get_settings") ? await client.call("get_settings", {}) : {};
  const policies = sources.flatMap(({ source, settings }) => (source === "policySettings" ? [settings] : []));
  return Object.entries(servers).flatMap(([name, { config, scope, isForbidden }]) =>
    isForbidden || policies.some((policy) => !isServerAllowed(policy, name, config))
      ? [{ name, status: "forbidden", scope }]
      : [],
  );
}
