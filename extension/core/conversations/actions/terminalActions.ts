import { findTerminalCommand } from "../../../shared/contract/composer/suggestions.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Refusal } from "../../../shared/contract/refusal.ts";
import type { ProfiledFolder } from "../../conversation/ports/ports.ts";
import type { Conversations } from "../conversations.ts";
import type { ConversationList } from "../list/conversationList.ts";
import type { ListedConversation } from "../list/listedConversation.ts";
import type { SessionSummary } from "../list/sessionCatalog.ts";
import type { Notifier, Panels } from "../ports.ts";

/** Questions about commands that work only in a terminal. */
export interface TerminalQuestions extends Notifier {
  /**
   * Resolves to the place for such a command: a new terminal, or a terminal that continues the conversation, whose
   * process here then ends.
   */
  askTerminal(line: string, canContinue: boolean): Promise<"new" | "continue" | undefined>;
}

/** A command line as a terminal starts it. */
export interface TerminalCall {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export interface TerminalActionsOptions {
  readonly conversations: Conversations;
  readonly list: ConversationList;
  readonly dialogs: TerminalQuestions;
  readonly panels: Pick<Panels, "setDraft">;
  /** Returns the command line of `claude` for a folder and a profile. Rejects where no program may run. */
  readonly call: (place: ProfiledFolder) => Promise<TerminalCall>;
  /** Opens a terminal of the editor, with the session id if it continues one. Resolves once the program runs. */
  readonly show: (call: TerminalCall, title: string, sessionId: string | undefined) => Promise<void>;
  /** Checks whether another program continues a conversation. */
  readonly isElsewhere: (session: SessionSummary) => Promise<boolean>;
  readonly isWindows: boolean;
}

/** Continues saved conversations in a terminal. */
export class TerminalActions {
  readonly #options: TerminalActionsOptions;

  constructor(options: TerminalActionsOptions) {
    this.#options = options;
  }

  /**
   * Asks where to run a draft command that works only in a terminal: a new one, or one that continues the conversation.
   * The draft stays in the composer until the command runs.
   */
  async offer(id: ConversationId): Promise<void> {
    const open = this.#options.conversations.get(id);
    const draft = open?.draft ?? "";
    const line = open && findTerminalCommand(draft, open.conversation.state.commands);
    if (!open || line === undefined) return;
    const { sessionId, folder, profile } = open.conversation.state;
    const where = await this.#options.dialogs.askTerminal(line, sessionId !== undefined);
    if (where === undefined) return;
    if (where === "new") {
      const call = await this.#options.call({ folder, profile });
      await this.#options.show({ ...call, args: [...call.args, line] }, line, undefined);
    } else if (!(await this.continueInTerminal(id, [line]))) return;
    // Keep text that the user typed meanwhile.
    if (open.draft === draft) this.#options.panels.setDraft(id, "");
  }

  /**
   * Continues a conversation in a terminal of the editor, in place of its process here, and follows its transcript from
   * then on. `prompt` is the first prompt of the program there. Resolves to false after telling the user why it cannot
   * continue.
   */
  async continueInTerminal(key?: string, prompt: readonly string[] = []): Promise<boolean> {
    const listed = await this.#find(key);
    if (!listed) return false;
    if (await this.#options.isElsewhere(listed.session)) return this.#refuse("runsElsewhere");
    const call = await this.#options.call(listed.session);
    const open = listed.id === undefined ? undefined : this.#options.conversations.get(listed.id);
    // A running turn, and everything that lives in the process, would end with it.
    if (open?.hasProcess && !(await open.rest())) return this.#refuse("stillWorking");
    await this.#options.show(
      { ...call, args: [...call.args, "--resume", listed.sessionId, ...prompt] },
      listed.title,
      listed.sessionId,
    );
    await open?.readAlong();
    return true;
  }

  #refuse(refusal: Refusal): false {
    this.#options.dialogs.say(refusal);
    return false;
  }

  /**
   * Returns a shell command that continues a conversation in any terminal. Of the environment it contains only the
   * config folder, without which `claude` does not find the conversation: other variables can be secrets.
   */
  async commandLine(key?: string): Promise<string | undefined> {
    const listed = await this.#find(key);
    if (!listed) return undefined;
    const { file, args, env } = await this.#options.call(listed.session);
    const { isWindows } = this.#options;
    const quoted = [file, ...args, "--resume", listed.sessionId].map((part) => quote(part, isWindows)).join(" ");
    const config = env["CLAUDE_CONFIG_DIR"];
    const assign = isWindows
      ? `set "CLAUDE_CONFIG_DIR=${config}" && `
      : `CLAUDE_CONFIG_DIR=${quote(config ?? "", false)} `;
    return `cd ${isWindows ? "/d " : ""}${quote(listed.folder, isWindows)} && ${config === undefined ? "" : assign}${quoted}`;
  }

  async #find(
    key: string | undefined,
  ): Promise<(ListedConversation & { readonly sessionId: string; readonly session: SessionSummary }) | undefined> {
    const { list, dialogs } = this.#options;
    const listed = await list.find(key);
    if (!listed?.session) return void dialogs.say("notSaved");
    return { ...listed, session: listed.session, sessionId: listed.session.sessionId };
  }
}

/** Quotes a text as one word for the shell. */
function quote(text: string, isWindows: boolean): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return isWindows ? `"${text.replace(/"/g, '""')}"` : `'${text.replace(/'/g, "'\\''")}'`;
}
