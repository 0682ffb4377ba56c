import type { StatePatch } from "./conversationState.ts";
import type { Item } from "./items.ts";

/** Adds an item at the end of a thread, or replaces the one with its id where it is. */
export interface PutDelta {
  readonly kind: "put";
  readonly thread: string;
  readonly item: Item;
  /** Set when the change is applied: the thread did not have the item. A webview that holds a part of the thread needs to know. */
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

/** Starts over with nothing. */
export interface ClearDelta {
  readonly kind: "clear";
}

/** What was said before was taken in: the newest page says more than every item of it. */
export interface RestoredDelta {
  readonly kind: "restored";
}

export type ItemDelta = PutDelta | AppendDelta | RemoveDelta;

/** One step of a conversation's view. Both sides apply the same changes, so that only they cross. */
export type StateDelta = ItemDelta | PatchDelta | ClearDelta | RestoredDelta;
