import type { ConversationId } from "../../contract/ids.ts";
import type { EditorSelection } from "../../contract/suggestions.ts";
import { isTypable } from "../../contract/tools.ts";
import type { Conversations } from "../conversations.ts";
import type { Panels } from "../ports.ts";
import type { AttachmentStore } from "./attachmentStore.ts";
import type { SubmitAction } from "./submitAction.ts";

/** Runs commands in the editor's terminal. */
export interface CommandRunner {
  /** The command with its output and how it ended; undefined where the shell tells the editor nothing of that. */
  run(command: string, folder: string): Promise<string | undefined>;
  /** Shows a terminal with the command in its line, which nobody ran yet. */
  type(command: string, folder: string): Promise<void>;
}

/** The files of instructions that the CLI reads, with their user. */
export interface NoteTaker {
  /** Asks which file takes a line, and adds it there at its end. What the user wants else: to send it as a message, or undefined. */
  add(folder: string, line: string): Promise<"added" | "send" | undefined>;
  /** Says that a command ran, and that nothing is known of its output. */
  showNoOutput(): void;
}

/** What a user types into a composer that is no prompt. */
export class TypedActions {
  readonly #conversations: Conversations;
  readonly #store: Pick<AttachmentStore, "add">;
  readonly #runner: CommandRunner;
  readonly #notes: NoteTaker;
  readonly #panels: Pick<Panels, "setDraft">;
  readonly #submitting: SubmitAction;

  constructor(
    conversations: Conversations,
    store: Pick<AttachmentStore, "add">,
    runner: CommandRunner,
    notes: NoteTaker,
    panels: Pick<Panels, "setDraft">,
    submitting: SubmitAction,
  ) {
    this.#submitting = submitting;
    this.#conversations = conversations;
    this.#store = store;
    this.#runner = runner;
    this.#notes = notes;
    this.#panels = panels;
  }

  /** Runs a command in the terminal, and attaches what it put out to the composer once it ended. */
  async runInTerminal(id: ConversationId, command: string): Promise<void> {
    const open = this.#conversations.get(id);
    if (!open || !isTypable(command)) return;
    const data = await this.#runner.run(command, open.conversation.state.folder);
    if (data === undefined) return this.#notes.showNoOutput();
    if (!open.isClosed) open.attach(this.#store.add({ kind: "text", name: `! ${command}`, mediaType: "text/plain", size: data.length, data }));
  }

  /** Puts a command into the line of a terminal: the user runs it, changes it, or leaves it. */
  async typeInTerminal(id: ConversationId, command: string): Promise<void> {
    const open = this.#conversations.get(id);
    if (open && isTypable(command)) await this.#runner.type(command, open.conversation.state.folder);
  }

  /** Adds what stands in the composer to a file of instructions that the user chooses, or sends it with what is selected; else it stays there. */
  async addNote(id: ConversationId, text: string, selection?: EditorSelection): Promise<void> {
    const open = this.#conversations.get(id);
    const line = text.replace(/^#\s*/, "").trim();
    if (!open || line === "") return;
    const done = await this.#notes.add(open.conversation.state.folder, line);
    if (done === undefined) return;
    // What was typed meanwhile stays. Asked before it is sent: then it is no draft any more.
    const isSame = open.draft === text;
    const attachments = open.conversation.state.attachments.map((attachment) => attachment.id);
    if (done === "send") this.#submitting.submit(id, text, { attachments, selection });
    if (isSame) this.#panels.setDraft(id, "");
  }
}
