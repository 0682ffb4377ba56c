import type { ConversationId } from "../../extension/contract/ids.ts";
import { Recall } from "./recall.ts";

/** What the composer has beside its draft: it is not drawn anew when another conversation is shown. */
export class ComposerState {
  /** Where the user is in the prompts of the conversation that is shown. */
  recall = new Recall();
  /** The suggestion that the user did not take. */
  dropped: string | undefined = $state();
  /** What is to be put in at the cursor, oldest first. */
  inserted: readonly string[] = $state.raw([]);
  /** Counts the conversations that were shown: none takes back what was typed in another. */
  shows = $state(0);
  readonly #recalls = new Map<ConversationId, Recall>();

  /** Has text put in at the cursor, behind what waits for that already. */
  insert(text: string): void {
    this.inserted = [...this.inserted, text];
  }

  /** Hands over what is to be put in. Once: a field that is drawn anew must not get it again. */
  takeInserted(): readonly string[] {
    const { inserted } = this;
    this.inserted = [];
    return inserted;
  }

  /** Another conversation is shown: a draft that stands behind a recalled prompt stays with its own. */
  show(conversation: ConversationId, before: ConversationId | undefined): void {
    if (before !== undefined) this.#recalls.set(before, this.recall);
    this.recall = this.#recalls.get(conversation) ?? new Recall();
    this.inserted = [];
    this.shows++;
  }
}
