import type { QueueAction } from "../../../shared/contract/fromWebview.ts";
import type { OpenFailure } from "../../../shared/contract/toWebview.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier, Panels, PromptPicker } from "../ports.ts";
import type { ChangedFileActions } from "../rewind/changedFileActions.ts";
import type { AttachmentActions } from "./attachmentActions.ts";
import type { Row, RowPurpose } from "./rows.ts";
import type { TurnActions } from "./turnActions.ts";

/** Asks which of several rows a command concerns. */
export interface RowQuestions extends PromptPicker<"changes">, Notifier {
  /** Resolves to the id of the picked row; undefined where the user picked none. */
  pickRow(rows: readonly Row[], purpose: RowPurpose): Promise<string | undefined>;
}

export interface RowActionsOptions {
  readonly conversations: Conversations;
  readonly turns: Pick<TurnActions, "editQueued" | "stopTask" | "runInBackground">;
  readonly changes: Pick<ChangedFileActions, "run" | "openAll">;
  readonly attachments: Pick<AttachmentActions, "open" | "unfold">;
  readonly dialogs: RowQuestions;
  readonly panels: Pick<Panels, "setDraft" | "focus">;
}

/** Runs by command the action of a button on a row of the current conversation. The user picks one of several rows. */
export class RowActions {
  readonly #options: RowActionsOptions;

  constructor(options: RowActionsOptions) {
    this.#options = options;
  }

  async editQueued(action: QueueAction): Promise<void> {
    const { turns } = this.#options;
    await this.#with(action, getQueuedRows, ({ id }, row) => turns.editQueued(id, row, action));
  }

  async moveQueuedFirst(): Promise<void> {
    await this.#with("moveFirst", getQueuedRows, ({ conversation }, row) => conversation.queue.move(row, 0));
  }

  /** Removes every queued message that can still be removed. */
  async clearQueue(): Promise<void> {
    const { conversations, turns } = this.#options;
    const { current } = conversations;
    if (!current) return;
    // Start at the end: removing a message can let the one behind it be sent.
    for (const { id } of current.conversation.state.queue.toReversed())
      await turns.editQueued(current.id, id, "remove");
  }

  async stopTask(): Promise<void> {
    const { turns } = this.#options;
    const tasks = ({ state }: Conversation): readonly Row[] =>
      state.background.filter(({ kind }) => kind !== "schedule").map(({ id, text }) => ({ id, label: text }));
    await this.#with("stopTask", tasks, ({ id }, row) => turns.stopTask(id, row));
  }

  async runInBackground(): Promise<void> {
    const { turns } = this.#options;
    await this.#with(
      "runInBackground",
      ({ transcript }) => transcript.calls.runningCommands,
      ({ id }, row) => turns.runInBackground(id, row),
    );
  }

  async openAttachment(): Promise<void> {
    const { attachments, dialogs } = this.#options;
    await this.#with("openAttachment", getAttachedRows, async ({ id }, row) => {
      const failure: OpenFailure | undefined = await attachments.open(id, row);
      if (failure !== undefined) dialogs.say("notKept");
    });
  }

  async removeAttachment(): Promise<void> {
    await this.#with("removeAttachment", getAttachedRows, (open, row) => open.detach([row]));
  }

  /** Moves a pasted text from its attachment into the message. */
  async insertAttachment(): Promise<void> {
    const { attachments, dialogs, panels } = this.#options;
    const pasted = ({ state }: Conversation): readonly Row[] =>
      state.attachments.filter(({ isPasted }) => isPasted).map(({ id, name }) => ({ id, label: name }));
    await this.#with("insertAttachment", pasted, async (open, row) => {
      const text = attachments.unfold(open.id, row);
      if (text === undefined) return dialogs.say("notKept");
      panels.setDraft(open.id, [open.draft, text].filter(Boolean).join("\n"));
      await panels.focus(open.id);
    });
  }

  async mark(isReviewed: boolean): Promise<void> {
    const { changes } = this.#options;
    const action = isReviewed ? "review" : "unreview";
    const files = ({ state }: Conversation): readonly Row[] =>
      state.changedFiles
        .filter((file) => file.isReviewed !== isReviewed)
        .map(({ path, shown }) => ({ id: path, label: shown }));
    await this.#with(action, files, ({ id }, row) => changes.run(id, action, row));
  }

  /** Shows the changes since a message that the user picks. */
  async reviewSince(): Promise<void> {
    const { conversations, changes, dialogs } = this.#options;
    const { current } = conversations;
    const prompts = (await current?.conversation.transcript.prompts.list()) ?? [];
    const picked = prompts.length === 0 ? undefined : await dialogs.pickPrompt(prompts, "changes");
    if (prompts.length === 0) dialogs.say("noPrompt");
    else if (current && picked !== undefined) await changes.openAll(current.id, picked);
  }

  async decideUnsaved(isSaved: boolean): Promise<void> {
    const conversation = this.#options.conversations.current?.conversation;
    if (conversation?.state.unsaved) await conversation.unsavedGate.decide(isSaved);
    else this.#options.dialogs.say("nothingThere");
  }

  async #with(
    purpose: RowPurpose,
    rows: (conversation: Conversation) => readonly Row[],
    act: (open: OpenConversation, row: string) => unknown,
  ): Promise<void> {
    const { conversations, dialogs } = this.#options;
    const { current } = conversations;
    const [first, ...others] = current ? rows(current.conversation) : [];
    if (!current || !first) return dialogs.say("nothingThere");
    const row = others.length === 0 ? first.id : await dialogs.pickRow([first, ...others], purpose);
    // The picked row may be gone by then; each action handles that.
    if (row !== undefined) await act(current, row);
  }
}

function getQueuedRows({ state }: Conversation): readonly Row[] {
  return state.queue.map(({ id, text, attachments = [] }) => ({
    id,
    label: text || attachments.map(({ name }) => name).join(", "),
  }));
}

function getAttachedRows({ state }: Conversation): readonly Row[] {
  return state.attachments.map(({ id, name }) => ({ id, label: name }));
}
