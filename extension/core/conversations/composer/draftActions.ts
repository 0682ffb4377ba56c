import type { Disposable } from "../../../shared/base/disposable.ts";
import { parseDraftIntent } from "../../../shared/contract/composer/draftIntent.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier, Panels, PromptPicker } from "../ports.ts";
import { joinDrafts } from "./draftText.ts";
import type { SubmitAction } from "./submitAction.ts";

/** Questions about earlier messages. */
export interface DraftQuestions extends PromptPicker<"take">, Notifier {}

/** Drafts as documents of the editor. */
export interface DraftDocuments {
  /** Shows the draft document of a conversation, with this text if the document does not exist yet. */
  open(conversation: ConversationId, text: string): Promise<void>;
  /** Closes the document without an `onDidClose` event. */
  close(conversation: ConversationId): Promise<void>;
  /** Calls the listener when the user edits a draft document. */
  onDidEdit(listener: (draft: { readonly conversation: ConversationId; readonly text: string }) => void): Disposable;
  /** Calls the listener when the user closes a draft document, with its last text. */
  onDidClose(listener: (draft: { readonly conversation: ConversationId; readonly text: string }) => void): Disposable;
  /** Conversation of the draft document in the active editor. */
  readonly inFront: ConversationId | undefined;
}

export interface DraftActionsOptions {
  readonly conversations: Conversations;
  readonly documents: DraftDocuments;
  readonly submitting: SubmitAction;
  readonly panels: Pick<Panels, "setDraft" | "focus">;
  readonly dialogs: DraftQuestions;
}

/** Writes messages in the editor and reuses earlier messages. */
export class DraftActions implements Disposable {
  readonly #options: DraftActionsOptions;
  readonly #listeners: readonly Disposable[];

  constructor(options: DraftActionsOptions) {
    this.#options = options;
    const { conversations, documents } = options;
    this.#listeners = [
      documents.onDidEdit(({ conversation, text }) => {
        const open = conversations.get(conversation);
        if (open) open.draftText.written = text;
      }),
      documents.onDidClose(({ conversation, text }) => this.#giveBack(conversation, text)),
    ];
  }

  /**
   * Opens the draft of the composer as a document. Closing the document returns the text; if the window closes first,
   * the composer has it after the reload.
   */
  async edit(id?: ConversationId): Promise<void> {
    const { dialogs, panels, documents } = this.#options;
    const open = this.#find(id);
    if (!open) return dialogs.say("noConversation");
    if (open.draftText.written === undefined) {
      // Set the written text first, so that the text is saved in one of the two places at every moment.
      open.draftText.written = open.draft;
      panels.setDraft(open.id, "");
    }
    await documents.open(open.id, open.draftText.written);
  }

  /**
   * Sends the document in front with the attachments of its composer. A text that is not a message (such as `!` or `#`)
   * returns to the composer, where the user sees its effect.
   */
  async send(): Promise<void> {
    const { documents, conversations, panels, dialogs, submitting } = this.#options;
    const id = documents.inFront;
    const open = id && conversations.get(id);
    if (!open || (open.draftText.written ?? "").trim() === "") return;
    await documents.close(open.id);
    // The text as it is now: the user may have typed on, sent it already, or deleted the conversation.
    const text = open.draftText.written;
    if (text === undefined) return;
    if (open.isClosed) return this.#giveBack(open.id, text);
    const intent = parseDraftIntent(text, open.conversation.state);
    if (intent.kind !== "prompt") {
      this.#giveBack(open.id, text);
      await panels.focus(open.id);
      return dialogs.say("noMessage");
    }
    submitting.submit(open.id, intent.text ?? text, {
      attachments: open.conversation.state.attachments.map((attachment) => attachment.id),
    });
    open.draftText.written = undefined;
  }

  /** Puts an earlier message of the conversation, which the user picks, into its composer. */
  async takeEarlier(id?: ConversationId): Promise<void> {
    const { dialogs, panels } = this.#options;
    const open = this.#find(id);
    const prompts = (await open?.conversation.transcript.prompts.list()) ?? [];
    if (!open || prompts.length === 0) return dialogs.say("noPrompt");
    const chosen = await dialogs.pickPrompt(prompts, "take");
    const prompt = chosen === undefined ? undefined : await open.conversation.transcript.prompts.find(chosen);
    if (!prompt) return;
    panels.setDraft(open.id, joinDrafts(open.draft, prompt.text));
    await panels.focus(open.id);
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
  }

  #find(id: ConversationId | undefined): OpenConversation | undefined {
    const { conversations } = this.#options;
    return id === undefined ? conversations.current : conversations.get(id);
  }

  /** Returns a text to its composer; if the conversation was deleted meanwhile, a new one gets the text. */
  #giveBack(id: ConversationId, text: string): void {
    const { conversations, panels } = this.#options;
    const open = conversations.get(id);
    if (!open && text.trim() !== "") conversations.create({ draft: text });
    if (!open) return;
    panels.setDraft(id, joinDrafts(open.draft, text));
    open.draftText.written = undefined;
  }
}
