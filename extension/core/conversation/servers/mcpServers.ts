import { background, orLogged } from "../../../shared/base/background.ts";
import { getErrorMessage, isFailure } from "../../../shared/base/failure.ts";
import { stripControl } from "../../../shared/base/invisible.ts";
import { Latest } from "../../../shared/base/latest.ts";
import type { ServerAbility } from "../../../shared/contract/servers/mcpServers.ts";
import type { Client } from "../../protocol/connection/client.ts";
import type { ControlRequestName } from "../../protocol/requests/controlRequests.ts";
import type { ServerProbe } from "../ports/ports.ts";
import type { PreparedServers, Servers } from "../ports/preparedServers.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import { LiveServers } from "./liveServers.ts";
import { ReportedServers } from "./reportedServers.ts";
import type { ServerChanges } from "./serverSet.ts";

export interface ConversationServersOptions {
  /** Returns the client while its process can take control requests. */
  readonly client: () => Client | undefined;
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

/**
 * The MCP servers of a conversation: what its processes get, their state, and the actions of the user. The state is
 * requested after the start, with each turn that reports something else, and after each action.
 */
export class ConversationServers {
  readonly #context: ConversationContext;
  readonly #options: ConversationServersOptions;
  readonly #live: LiveServers;
  readonly #reported: ReportedServers;
  readonly #changes = new Latest();

  constructor(context: ConversationContext, options: ConversationServersOptions) {
    const { client } = options;
    this.#context = context;
    this.#options = options;
    this.#live = new LiveServers({
      client,
      clock: context.clock,
      onDidChange: () => this.#reported.show(),
      refresh: () => this.refresh(),
    });
    this.#reported = new ReportedServers(context, { client, live: this.#live });
  }

  /**
   * Follows the servers of a process that has answered `initialize`; `launched` are those of its start, which passed
   * none of them if it `refuses` them. Without a probe, `claude` gets new servers before they have answered.
   */
  begin(launched: PreparedServers, probe?: ServerProbe, refuses = false): void {
    if (!this.#live.begin(launched, probe, refuses)) this.#reported.refreshSoon();
    else background(this.#live.setExtra(this.extra), this.#context.logger, "adding servers after the start");
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
    this.#reported.end();
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
    return this.#reported.refresh();
  }

  /**
   * Compares what a turn or a change of the commands reports with the state; `told` is absent where no servers are
   * reported.
   */
  note(told: readonly { readonly name: string; readonly status: string }[] | undefined): void {
    this.#reported.note(told);
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
      this.#reported.followSignIn();
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
      this.#context.logger,
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
      this.#reported.watch();
      await action(client);
      return { code: "done" };
    } catch (error) {
      if (isFailure(error, "notSupported")) return { code: "unsupported" };
      return { code: "failed", reason: stripControl(getErrorMessage(error)) };
    } finally {
      await this.refresh();
    }
  }
}
