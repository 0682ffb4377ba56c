import type { ConversationState } from "../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { Recall } from "./field/recall.ts";

/** Maximum time in milliseconds for which a message counts as on its way while the host says nothing of it. */
const maxMs = 5_000;

/** A message that left the composer, until the conversation tells what becomes of it. */
class SentMessage {
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

/** State of the composer besides its draft. The composer is not rendered anew when another conversation is shown. */
export class ComposerState {
  /** Position of the user in the prompts of the shown conversation. */
  recall = new Recall();
  /** The suggestion that the user dismissed. */
  dropped: string | undefined = $state();
  /** Texts to insert at the cursor, oldest first. */
  inserted: readonly string[] = $state.raw([]);
  /**
   * Number of conversations shown so far. Lets the field detect a switch, so that undo cannot restore text of another
   * conversation.
   */
  shows = $state(0);
  readonly sent = new SentMessage();
  readonly #recalls = new Map<ConversationId, Recall>();

  /** Queues a text to insert at the cursor, after those already queued. */
  insert(text: string): void {
    this.inserted = [...this.inserted, text];
  }

  /** Returns and clears the texts to insert, so that a replaced field does not insert them again. */
  takeInserted(): readonly string[] {
    const { inserted } = this;
    this.inserted = [];
    return inserted;
  }

  /** Switches to another conversation. Each conversation keeps its own recall position and the draft behind it. */
  show(conversation: ConversationId, before: ConversationId | undefined): void {
    if (before !== undefined) this.#recalls.set(before, this.recall);
    this.recall = this.#recalls.get(conversation) ?? new Recall();
    this.inserted = [];
    this.sent.clear();
    this.shows++;
  }
}
