import type { ConversationId } from "../../contract/ids.ts";
import { findTerminalCommand } from "../../contract/suggestions.ts";
import type { Conversations } from "../conversations.ts";
import type { ConversationList, ListedConversation } from "../list/conversationList.ts";
import type { SessionSummary } from "../list/sessionCatalog.ts";
import type { Notifier, Panels, Refusal } from "../ports.ts";

/** What a user is asked about commands that work in a terminal only. */
export interface TerminalQuestions extends Notifier {
  /** Resolves to where such a command goes: into a new terminal, or there with the conversation, whose process here ends then. */
  askTerminal(line: string, canGoOn: boolean): Promise<"new" | "goOn" | undefined>;
}

/** A program as a terminal starts it. */
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
  /** How a terminal runs the program in a folder. Rejects where no program may run. */
  readonly call: (folder: string) => Promise<TerminalCall>;
  /** Opens a terminal of the editor, for a session if it goes on with one. Resolves once the program runs. */
  readonly show: (call: TerminalCall, title: string, sessionId: string | undefined) => Promise<void>;
  /** Whether another program goes on with a conversation. */
  readonly isElsewhere: (session: SessionSummary) => Promise<boolean>;
  readonly isWindows: boolean;
}

/** Goes on with saved conversations in a terminal. */
export class TerminalActions {
  readonly #options: TerminalActionsOptions;

  constructor(options: TerminalActionsOptions) {
    this.#options = options;
  }

  /**
   * Asks where a command goes that stands in a composer and works in a terminal only: into a new one, or with the conversation. It
   * stays in the composer until it went.
   */
  async offer(id: ConversationId): Promise<void> {
    const open = this.#options.conversations.get(id);
    const draft = open?.draft ?? "";
    const line = open && findTerminalCommand(draft, open.conversation.state.commands);
    if (!open || line === undefined) return;
    const { sessionId, folder } = open.conversation.state;
    const where = await this.#options.dialogs.askTerminal(line, sessionId !== undefined);
    if (where === undefined) return;
    if (where === "new") {
      const call = await this.#options.call(folder);
      await this.#options.show({ ...call, args: [...call.args, line] }, line, undefined);
    } else if (!(await this.goOn(id, [line]))) return;
    // What was typed meanwhile stays.
    if (open.draft === draft) this.#options.panels.setDraft(id, "");
  }

  /**
   * Goes on with a conversation in a terminal of the editor, in place of its process here; it is read along from then on. `prompt` is
   * what the program begins with there. Whether it goes on there; the user was told why not.
   */
  async goOn(key?: string, prompt: readonly string[] = []): Promise<boolean> {
    const listed = await this.#find(key);
    if (!listed) return false;
    if (await this.#options.isElsewhere(listed.session)) return this.#refuse("runsElsewhere");
    const call = await this.#options.call(listed.folder);
    const open = listed.id === undefined ? undefined : this.#options.conversations.get(listed.id);
    // A turn, or what lives in the process, would end with it.
    if (open?.hasProcess && !(await open.rest())) return this.#refuse("stillWorking");
    await this.#options.show({ ...call, args: [...call.args, "--resume", listed.sessionId, ...prompt] }, listed.title, listed.sessionId);
    await open?.readAlong();
    return true;
  }

  #refuse(refusal: Refusal): false {
    this.#options.dialogs.say(refusal);
    return false;
  }

  /** A line for the shell that goes on with a conversation, wherever that shell is. */
  async commandLine(key?: string): Promise<string | undefined> {
    const listed = await this.#find(key);
    if (!listed) return undefined;
    const { file, args } = await this.#options.call(listed.folder);
    const { isWindows } = this.#options;
    const quoted = [file, ...args, "--resume", listed.sessionId].map((part) => quote(part, isWindows)).join(" ");
    return `cd ${isWindows ? "/d " : ""}${quote(listed.folder, isWindows)} && ${quoted}`;
  }

  async #find(key: string | undefined): Promise<(ListedConversation & { readonly sessionId: string; readonly session: SessionSummary }) | undefined> {
    const { list, dialogs } = this.#options;
    const listed = await list.find(key);
    if (!listed?.session) return void dialogs.say("notSaved");
    return { ...listed, session: listed.session, sessionId: listed.session.sessionId };
  }
}

/** One word for the shell, whatever is in it. */
function quote(text: string, isWindows: boolean): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return isWindows ? `"${text.replace(/"/g, '""')}"` : `'${text.replace(/'/g, "'\\''")}'`;
}
