import type { ConversationId } from "../contract/ids.ts";
import type { ToWebview } from "../contract/toWebview.ts";

/** What a page is asked to do once; nothing that it is sent later says it again. */
export type Wish = Extract<ToWebview, { type: "focusComposer" | "insertText" | "showRequest" | "openFind" | "showItem" | "act" | "attachFiles" | "askAside" }>;

/** What is asked of pages that are not there yet, by the conversation that it is about. */
export class Wishes {
  readonly #kept = new Map<ConversationId, Map<Wish["type"], Wish>>();

  /** Of each kind the last one counts, but no text is lost: a page takes one at a time. */
  add(conversation: ConversationId, wish: Wish): void {
    const kept = this.#kept.get(conversation) ?? new Map<Wish["type"], Wish>();
    const last = kept.get(wish.type);
    kept.delete(wish.type);
    kept.set(wish.type, last?.type === "insertText" && wish.type === "insertText" ? { ...wish, text: `${last.text} ${wish.text}` } : wish);
    this.#kept.set(conversation, kept);
  }

  /** In the order in which they were asked for. They are kept no longer. */
  take(conversation: ConversationId): readonly Wish[] {
    const kept = this.#kept.get(conversation);
    this.#kept.delete(conversation);
    return [...(kept?.values() ?? [])];
  }
}
