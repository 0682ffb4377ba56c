import type { ConversationId } from "../contract/ids.ts";
import type { ToWebview } from "../contract/toWebview.ts";

/** What a page is asked to do once; nothing that it is sent later says it again. */
export type PendingMessage = Extract<
  ToWebview,
  { type: "focusComposer" | "insertText" | "showRequest" | "openFind" | "showItem" | "act" | "attachFiles" | "askAside" }
>;

/** What is asked of pages that are not there yet, by the conversation that it is about. */
export class PendingMessages {
  readonly #kept = new Map<ConversationId, Map<PendingMessage["type"], PendingMessage>>();

  /** Of each kind the last one counts, but no text is lost: a page takes one at a time. */
  add(conversation: ConversationId, wish: PendingMessage): void {
    const kept = this.#kept.get(conversation) ?? new Map<PendingMessage["type"], PendingMessage>();
    const last = kept.get(wish.type);
    kept.delete(wish.type);
    kept.set(wish.type, last?.type === "insertText" && wish.type === "insertText" ? { ...wish, text: `${last.text} ${wish.text}` } : wish);
    this.#kept.set(conversation, kept);
  }

  /** In the order in which they were asked for. They are kept no longer. */
  take(conversation: ConversationId): readonly PendingMessage[] {
    const kept = this.#kept.get(conversation);
    this.#kept.delete(conversation);
    return [...(kept?.values() ?? [])];
  }
}
