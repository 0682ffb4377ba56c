import type { AttachedContent } from "../../extension/contract/attachments.ts";
import type { ConversationState } from "../../extension/contract/conversationState.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";

/** What goes with the prompt in the composer. The host keeps it; what it has not confirmed yet goes with a prompt all the same. */
export class Attaching {
  readonly #conversation: () => ConversationState | undefined;
  readonly #send: (message: FromWebview) => void;
  readonly #unconfirmed = new Set<string>();
  #count = 0;

  constructor(conversation: () => ConversationState | undefined, send: (message: FromWebview) => void) {
    this.#conversation = conversation;
    this.#send = send;
  }

  add(content: AttachedContent): void {
    // Not by `crypto.randomUUID`, which a page that came without https does not have.
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${++this.#count}`;
    this.#unconfirmed.add(id);
    this.#send({ type: "attach", id, content });
  }

  /** The ids of all of it, for the prompt that it goes with now. */
  take(): readonly string[] {
    const ids = new Set([...(this.#conversation()?.attachments ?? []).map(({ id }) => id), ...this.#unconfirmed]);
    this.#unconfirmed.clear();
    return [...ids];
  }
}
