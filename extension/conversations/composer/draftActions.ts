import type { Disposable } from "../../base/disposable.ts";
import { parseDraftIntent } from "../../contract/draftIntent.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier, Panels, PromptPicker } from "../ports.ts";
import { joinDrafts } from "./draftText.ts";
import type { SubmitAction } from "./submitAction.ts";

/** What a user is asked about messages that were sent before. */
export interface DraftQuestions extends PromptPicker<"take">, Notifier {}

/** Drafts as documents of the editor. */
export interface DraftDocuments {
  /** Shows the document of a conversation's draft, with this text if there is none yet. */
  open(conversation: ConversationId, text: string): Promise<void>;
  /** Closes it; no end of it is told then. */
  close(conversation: ConversationId): Promise<void>;
  /** What the user typed in one. */
  onDidEdit(listener: (draft: { readonly conversation: ConversationId; readonly text: string }) => void): Disposable;
  /** The user closed one that held this text. */
  onDidClose(listener: (draft: { readonly conversation: ConversationId; readonly text: string }) => void): Disposable;
  /** Of the document in front. */
  readonly inFront: ConversationId | undefined;
}

/** Messages that are written in the editor, and earlier ones that are taken again. */
export class DraftActions implements Disposable {
  readonly #conversations: Conversations;
  readonly #documents: DraftDocuments;
  readonly #submitting: SubmitAction;
  readonly #panels: Pick<Panels, "setDraft" | "focus">;
  readonly #dialogs: DraftQuestions;
  readonly #listeners: readonly Disposable[];

  constructor(
    conversations: Conversations,
    documents: DraftDocuments,
    submitting: SubmitAction,
    panels: Pick<Panels, "setDraft" | "focus">,
    dialogs: DraftQuestions,
  ) {
    this.#conversations = conversations;
    this.#documents = documents;
    this.#submitting = submitting;
    this.#panels = panels;
    this.#dialogs = dialogs;
    this.#listeners = [
      documents.onDidEdit(({ conversation, text }) => {
        const open = conversations.get(conversation);
        if (open) open.draftText.written = text;
      }),
      documents.onDidClose(({ conversation, text }) => this.#giveBack(conversation, text)),
    ];
  }

  /** Opens what stands in the composer as a document; closing that brings it back. A window that goes before finds it in the composer. */
  async edit(id?: ConversationId): Promise<void> {
    const open = this.#find(id);
    if (!open) return this.#dialogs.say("noConversation");
    if (open.draftText.written === undefined) {
      // First: at every moment it is saved in one of the two.
      open.draftText.written = open.draft;
      this.#panels.setDraft(open.id, "");
    }
    await this.#documents.open(open.id, open.draftText.written);
  }

  /** Sends the document in front, with what is attached in its composer. What is no message goes into the composer, where one sees what it does. */
  async send(): Promise<void> {
    const id = this.#documents.inFront;
    const open = id && this.#conversations.get(id);
    const text = open?.draftText.written;
    if (!open || text === undefined || text.trim() === "") return;
    await this.#documents.close(open.id);
    const intent = parseDraftIntent(text, open.conversation.state);
    if (intent.kind !== "prompt") {
      this.#giveBack(open.id, text);
      await this.#panels.focus(open.id);
      return this.#dialogs.say("noMessage");
    }
    this.#submitting.submit(open.id, intent.text ?? text, { attachments: open.conversation.state.attachments.map((attachment) => attachment.id) });
    open.draftText.written = undefined;
  }

  /** Puts an earlier message of the conversation, which the user looks for, into its composer. */
  async takeEarlier(id?: ConversationId): Promise<void> {
    const open = this.#find(id);
    await open?.conversation.transcript.loadUntil();
    const prompts = open?.conversation.transcript.prompts ?? [];
    if (!open || prompts.length === 0) return this.#dialogs.say("noPrompt");
    const chosen = await this.#dialogs.pickPrompt(prompts, "take");
    const prompt = prompts.find((entry) => entry.id === chosen);
    if (prompt) this.#panels.setDraft(open.id, joinDrafts(open.draft, prompt.text));
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
  }

  #find(id: ConversationId | undefined): OpenConversation | undefined {
    return id === undefined ? this.#conversations.current : this.#conversations.get(id);
  }

  /** One whose conversation was deleted meanwhile goes into another. */
  #giveBack(id: ConversationId, text: string): void {
    const open = this.#conversations.get(id);
    if (!open && text.trim() !== "") this.#conversations.create({ draft: text });
    if (!open) return;
    this.#panels.setDraft(id, joinDrafts(open.draft, text));
    open.draftText.written = undefined;
  }
}
