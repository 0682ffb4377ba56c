import { type AttachedContent, attachmentLimits } from "../../extension/contract/attachments.ts";
import type { ConversationState } from "../../extension/contract/conversationState.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";

/** What goes with the prompt in the composer. The host keeps it; what it has not confirmed yet goes with a prompt all the same. */
export class Attaching {
  readonly #conversation: () => ConversationState | undefined;
  readonly #send: (message: FromWebview) => void;
  /** Sizes in bytes, by id. */
  readonly #unconfirmed = new Map<string, number>();
  #count = 0;
  /** Counts the conversations that were shown: what was read for an earlier one is not attached to a later one. */
  #shown = 0;

  constructor(conversation: () => ConversationState | undefined, send: (message: FromWebview) => void) {
    this.#conversation = conversation;
    this.#send = send;
  }

  /** Adds to the composer that is shown now, as long as that is the one. False when it is more than goes with one prompt. */
  begin(): (content: AttachedContent) => boolean {
    const shown = this.#shown;
    return (content) => shown !== this.#shown || this.#add(content);
  }

  /** The ids of all of it, for the prompt that it goes with now. */
  take(): readonly string[] {
    const ids = new Set([...this.#held.map(({ id }) => id), ...this.#unconfirmed.keys()]);
    this.#unconfirmed.clear();
    return [...ids];
  }

  /** Another conversation is shown. */
  clear(): void {
    this.#unconfirmed.clear();
    this.#shown++;
  }

  #add(content: AttachedContent): boolean {
    for (const { id } of this.#held) this.#unconfirmed.delete(id);
    const sizes = [...this.#held.map(({ size }) => size), ...this.#unconfirmed.values(), content.size];
    if (sizes.reduce((sum, size) => sum + size, 0) > attachmentLimits.all) return false;
    // Not by `crypto.randomUUID`, which a page that came without https does not have.
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${++this.#count}`;
    this.#unconfirmed.set(id, content.size);
    this.#send({ type: "attach", id, content });
    return true;
  }

  get #held() {
    return this.#conversation()?.attachments ?? [];
  }
}
