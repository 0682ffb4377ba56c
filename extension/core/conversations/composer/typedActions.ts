import type { EditorSelection } from "../../../shared/contract/composer/suggestions.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { isTypable } from "../../../shared/contract/tools.ts";
import type { ProfiledFolder } from "../../conversation/ports/ports.ts";
import type { Conversations } from "../conversations.ts";
import type { Panels } from "../ports.ts";
import type { AttachmentStore } from "./attachmentStore.ts";
import type { SubmitAction } from "./submitAction.ts";

/** Runs commands in the terminal of the editor. */
export interface CommandRunner {
  /**
   * Returns the command with its output and exit status; undefined where the shell does not report them to the editor.
   */
  run(command: string, folder: string): Promise<string | undefined>;
  /** Shows a terminal with the command in its input line, without running it. */
  type(command: string, folder: string): Promise<void>;
}

/** Adds lines to the instruction files that `claude` reads, after a question. */
export interface NoteTaker {
  /**
   * Asks for a file and appends a line to it. Resolves to "send" when the user prefers to send the line as a message,
   * to undefined when the user cancels.
   */
  add(place: ProfiledFolder, line: string): Promise<"added" | "send" | undefined>;
  /** Reports that a command ran, but that its output is unknown. */
  showNoOutput(): void;
}

export interface TypedActionsOptions {
  readonly conversations: Conversations;
  readonly store: Pick<AttachmentStore, "add">;
  readonly runner: CommandRunner;
  readonly notes: NoteTaker;
  readonly panels: Pick<Panels, "setDraft" | "focus">;
  readonly submitting: SubmitAction;
}

/** Actions for composer text that is not a prompt. */
export class TypedActions {
  readonly #options: TypedActionsOptions;

  constructor(options: TypedActionsOptions) {
    this.#options = options;
  }

  /** Runs a command in the terminal and attaches its output to the composer once it ends. */
  async runInTerminal(id: ConversationId, command: string): Promise<void> {
    const { conversations, runner, notes, store } = this.#options;
    const open = conversations.get(id);
    if (!open || !isTypable(command)) return;
    const data = await runner.run(command, open.conversation.state.folder);
    if (data === undefined) return notes.showNoOutput();
    if (!open.isClosed)
      open.attach(
        store.add({
          kind: "text",
          name: `! ${command}`,
          mediaType: "text/plain",
          size: data.length,
          data,
        }),
      );
  }

  /** Types a command into a terminal without running it. */
  async typeInTerminal(id: ConversationId, command: string): Promise<void> {
    const { conversations, runner } = this.#options;
    const open = conversations.get(id);
    if (open && isTypable(command)) await runner.type(command, open.conversation.state.folder);
  }

  /**
   * Adds the text of the composer to an instruction file that the user picks, or sends it with the selection. After a
   * cancel it stays in the composer.
   */
  async addNote(id: ConversationId, text: string, selection?: EditorSelection): Promise<void> {
    const { conversations, notes, submitting, panels } = this.#options;
    const open = conversations.get(id);
    const line = text.replace(/^#\s*/, "").trim();
    if (!open || line === "") return;
    const { folder, profile } = open.conversation.state;
    const done = await notes.add({ folder, profile }, line);
    if (done === undefined) return;
    // Keep text that the user typed meanwhile. Compare before sending, because sending clears the draft.
    const isSame = open.draft === text;
    const attachments = open.conversation.state.attachments.map((attachment) => attachment.id);
    if (done === "send") submitting.submit(id, text, { attachments, selection });
    if (isSame) panels.setDraft(id, "");
    await panels.focus(id);
  }
}
