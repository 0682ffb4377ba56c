import type { ConversationId } from "../../extension/contract/ids.ts";
import { Recall } from "./field/recall.ts";
import { SentMessage } from "./sentMessage.svelte.ts";

/** State of the composer besides its draft. The composer is not rendered anew when another conversation is shown. */
export class ComposerState {
  /** Position of the user in the prompts of the shown conversation. */
  recall = new Recall();
  /** The suggestion that the user dismissed. */
  dropped: string | undefined = $state();
  /** Texts to insert at the cursor, oldest first. */
  inserted: readonly string[] = $state.raw([]);
  /** Number of conversations shown so far. Lets the field detect a switch, so that undo cannot restore text of another conversation. */
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
