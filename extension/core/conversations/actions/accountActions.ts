import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import {
  awaitLogin,
  beginLogin,
  enterLoginCode,
  getAccountArguments,
  type LoginPages,
} from "../../conversation/account.ts";
import type { ProfiledFolder } from "../../conversation/ports/ports.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { TerminalCall } from "./terminalActions.ts";

export const loginWays = ["subscription", "console", "terminal"] as const;
export type LoginWay = (typeof loginWays)[number];

/** A login that runs in a browser. */
export interface RunningLogin {
  readonly pages: LoginPages;
  /** Settles when the login has ended: with the name of the account, or with the error. */
  readonly ended: Promise<string>;
  /** Ends the login with the code that the manual page showed. */
  readonly enterCode: (text: string) => Promise<string>;
}

/** Questions and messages about the account. */
export interface AccountQuestions {
  /** Resolves to undefined where the user picked no way. */
  pickLogin(): Promise<LoginWay | undefined>;
  /**
   * Opens the page of a login and waits for its end. Resolves to the name of the account; undefined where the user
   * cancelled. Rejects like `ended`.
   */
  followLogin(login: RunningLogin): Promise<string | undefined>;
  showLoggedIn(account: string): void;
  showLoginFailed(reason: string): void;
  confirmLogOut(): Promise<boolean>;
}

export interface AccountActionsOptions {
  readonly conversations: Conversations;
  readonly dialogs: AccountQuestions;
  /**
   * Returns the command line of `claude` for a folder (empty for the home folder) and a profile. Rejects where no
   * program may run.
   */
  readonly call: (place: ProfiledFolder) => Promise<TerminalCall>;
  /** Runs a command in a terminal of the editor. Resolves when the terminal is closed. */
  readonly runInTerminal: (call: TerminalCall) => Promise<void>;
}

/**
 * Logs in and out, and lets `claude` update itself. A login runs in the process of a conversation where `claude` can do
 * that (2.1.329), else in a terminal; a logout and an update always run in a terminal. After a login or logout,
 * conversations start again, because a process keeps the login that it started with.
 */
export class AccountActions {
  readonly #options: AccountActionsOptions;

  constructor(options: AccountActionsOptions) {
    this.#options = options;
  }

  async logIn(id?: ConversationId): Promise<void> {
    const open = this.#find(id);
    const controls = open?.conversation.client?.supports("claude_authenticate")
      ? open.conversation.controls
      : undefined;
    const { dialogs } = this.#options;
    const way = controls ? await dialogs.pickLogin() : "terminal";
    if (way === undefined) return;
    if (way === "terminal" || !controls) return this.#inTerminal(open, "login");
    try {
      const pages = await beginLogin(controls, way === "subscription");
      if (!pages) return await this.#inTerminal(open, "login");
      const account = await dialogs.followLogin({
        pages,
        ended: awaitLogin(controls),
        enterCode: (text) => enterLoginCode(controls, text),
      });
      if (account === undefined) return;
      dialogs.showLoggedIn(account);
      await this.#refresh();
    } catch (error) {
      dialogs.showLoginFailed(getErrorMessage(error));
    }
  }

  async logOut(id?: ConversationId): Promise<void> {
    if (await this.#options.dialogs.confirmLogOut()) await this.#inTerminal(this.#find(id), "logout");
  }

  /** Lets `claude` update itself in a terminal, then starts the conversation. */
  async updateProgram(id?: ConversationId): Promise<void> {
    const open = this.#find(id);
    await this.#run(open, ["update"]);
    await open?.restart();
  }

  async #inTerminal(open: OpenConversation | undefined, action: "login" | "logout"): Promise<void> {
    await this.#run(open, getAccountArguments(action, open?.conversation.state.cliVersion));
    await this.#refresh();
  }

  /** Runs `claude` in a terminal until the user closes it. */
  async #run(open: OpenConversation | undefined, args: readonly string[]): Promise<void> {
    const { folder = "", profile } = open?.conversation.state ?? {};
    const call = await this.#options.call({ folder, profile });
    await this.#options.runInTerminal({ ...call, args: [...call.args, ...args] });
  }

  /**
   * Starts the current conversation again if it is idle, and pauses other idle ones. Working ones keep their login
   * until they are paused.
   */
  async #refresh(): Promise<void> {
    const { all, current } = this.#options.conversations;
    const idle = all.filter(({ conversation }) => conversation.canRest);
    await Promise.all(idle.map((open) => (open === current ? open.restart() : open.rest())));
  }

  #find(id: ConversationId | undefined): OpenConversation | undefined {
    const { conversations } = this.#options;
    return id === undefined ? conversations.current : conversations.get(id);
  }
}
