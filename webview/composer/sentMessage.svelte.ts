import type { ConversationState } from "../../extension/contract/conversationState.ts";

/** Maximum time in milliseconds for which a message counts as on its way while the host says nothing of it. */
const maxMs = 5_000;

/** A message that left the composer, until the conversation tells what becomes of it. */
export class SentMessage {
  isOnItsWay = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  note(state: ConversationState | undefined): void {
    if (state === undefined || state.status === "working" || state.externalUse) return;
    this.isOnItsWay = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.clear(), maxMs);
  }

  /** Looks whether the conversation works on it, keeps it in its queue, or gives it back. */
  settle({ status, queue, problem, failure }: ConversationState): void {
    if (status === "working" || queue.length > 0 || problem !== undefined || failure !== undefined) this.clear();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.isOnItsWay = false;
  }
}
