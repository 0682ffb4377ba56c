import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { McpActionName } from "../../../shared/contract/pages/mcpPage.ts";
import type { OpenFailure } from "../../../shared/contract/toWebview.ts";
import type { ConversationServers, ServerOutcome } from "../../conversation/servers/mcpServers.ts";
import type { Conversations } from "../conversations.ts";

/** Native dialogs about running servers. */
export interface LiveServerDialogs {
  /** Says why an action on a server had no effect. */
  showOutcome(action: McpActionName, server: string, outcome: Exclude<ServerOutcome, { readonly code: "done" }>): void;
  /** Offers to enter the address at which the browser ended; resolves to undefined if the user does not. */
  askCallback(server: string): Promise<string | undefined>;
}

export interface LiveServerActionsOptions {
  readonly conversations: Pick<Conversations, "awake" | "inBackground">;
  readonly dialogs: LiveServerDialogs;
  /** Opens a web page in the browser. */
  readonly openLink: (url: string) => Promise<OpenFailure | undefined>;
}

/** Actions of the user on the MCP servers of a running conversation. */
export class LiveServerActions {
  readonly #options: LiveServerActionsOptions;

  constructor(options: LiveServerActionsOptions) {
    this.#options = options;
  }

  async reconnect(id: ConversationId, name: string): Promise<void> {
    await this.#run(id, "reconnect", name, (servers) => servers.reconnect(name));
  }

  async setEnabled(id: ConversationId, name: string, isEnabled: boolean): Promise<void> {
    await this.#run(id, isEnabled ? "enable" : "disable", name, (servers) => servers.setEnabled(name, isEnabled));
  }

  async signOut(id: ConversationId, name: string): Promise<void> {
    await this.#run(id, "signOut", name, (servers) => servers.signOut(name));
  }

  /**
   * Opens the sign-in page of a server. `claude` listens for the browser; where that is on another machine, the user
   * passes the address on.
   */
  async signIn(id: ConversationId, name: string): Promise<void> {
    let page: string | undefined;
    const isBegun = await this.#run(id, "signIn", name, async (servers) => {
      const begun = await servers.signIn(name);
      page = begun.page;
      return begun.outcome;
    });
    if (!isBegun || page === undefined || (await this.#options.openLink(page)) !== undefined) return;
    // The question stays open for as long as the user signs in, and nothing waits for it.
    this.#options.conversations.inBackground(this.#passAddressOn(id, name), "signing in at an MCP server");
  }

  async #passAddressOn(id: ConversationId, name: string): Promise<void> {
    const address = await this.#options.dialogs.askCallback(name);
    if (address !== undefined) await this.#run(id, "signIn", name, (servers) => servers.completeSignIn(name, address));
  }

  /** Starts the conversation if it does not run. Returns whether the action had its effect. */
  async #run(
    id: ConversationId,
    action: McpActionName,
    name: string,
    run: (servers: ConversationServers) => Promise<ServerOutcome>,
  ): Promise<boolean> {
    const conversation = await this.#options.conversations.awake(id);
    const outcome = conversation ? await run(conversation.controls.servers) : ({ code: "notRunning" } as const);
    if (outcome.code !== "done") this.#options.dialogs.showOutcome(action, name, outcome);
    return outcome.code === "done";
  }
}
