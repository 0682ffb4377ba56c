import type { ConversationId } from "../../shared/contract/ids.ts";
import type { ToWebview } from "../../shared/contract/toWebview.ts";

/** A message that asks a page to do something once. No later message or snapshot repeats its content. */
export type PendingMessage = Extract<
  ToWebview,
  {
    type: "focusComposer" | "insertText" | "showRequest" | "openFind" | "showItem" | "act" | "attachFiles" | "askAside";
  }
>;

/** Messages for pages that have not started yet, by conversation. */
export class PendingMessages {
  readonly #kept = new Map<ConversationId, Map<PendingMessage["type"], PendingMessage>>();

  /**
   * Adds a message. It replaces an earlier one of the same type, except that texts to insert are joined: a page
   * processes one at a time.
   */
  add(conversation: ConversationId, message: PendingMessage): void {
    const kept = this.#kept.get(conversation) ?? new Map<PendingMessage["type"], PendingMessage>();
    const last = kept.get(message.type);
    kept.delete(message.type);
    kept.set(
      message.type,
      last?.type === "insertText" && message.type === "insertText"
        ? { ...message, text: `${last.text} ${message.text}` }
        : message,
    );
    this.#kept.set(conversation, kept);
  }

  /** Returns the messages in the order in which they were added, and removes them. */
  take(conversation: ConversationId): readonly PendingMessage[] {
    const kept = this.#kept.get(conversation);
    this.#kept.delete(conversation);
    return [...(kept?.values() ?? [])];
  }
}
