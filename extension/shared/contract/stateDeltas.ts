import type { StatePatch } from "./conversationState.ts";
import type { Item } from "./items.ts";

/** Appends an item to a thread, or replaces the item with the same id in place. */
export interface PutDelta {
  readonly kind: "put";
  readonly thread: string;
  readonly item: Item;
  /**
   * Set when the delta is applied: the thread did not contain the item. A webview that holds a part of the thread needs
   * it.
   */
  readonly isNew?: boolean;
}

/** Appends to the text of a streaming text or thinking item. */
export interface AppendDelta {
  readonly kind: "append";
  readonly thread: string;
  readonly id: string;
  readonly text: string;
}

export interface RemoveDelta {
  readonly kind: "remove";
  readonly thread: string;
  readonly id: string;
}

export interface PatchDelta {
  readonly kind: "state";
  readonly set: StatePatch;
}

/** Resets the conversation to an empty one. */
export interface ClearDelta {
  readonly kind: "clear";
}

/** The saved history was loaded: the receiver fetches the newest page instead of one delta per item. */
export interface RestoredDelta {
  readonly kind: "restored";
}

export type ItemDelta = PutDelta | AppendDelta | RemoveDelta;

/** One step of a conversation's view. Both sides apply the same deltas, so that only deltas are sent. */
export type StateDelta = ItemDelta | PatchDelta | ClearDelta | RestoredDelta;
