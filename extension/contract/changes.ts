import type { ConversationState } from "./conversationState.ts";
import type { Item } from "./items.ts";

/** The main thread; a subagent's thread is named by the tool-use id of its Agent call. */
export const mainThread = "";

/** Adds an item at the end of a thread, or replaces the one with its id in place. */
export interface PutChange {
  readonly kind: "put";
  readonly thread: string;
  readonly item: Item;
  /** Set when the change is applied: the thread did not have the item. A page that holds a part of the thread needs to know. */
  readonly isNew?: boolean;
}

/** Appends to the text of a streaming text or thinking item. */
export interface AppendChange {
  readonly kind: "append";
  readonly thread: string;
  readonly id: string;
  readonly text: string;
}

export interface RemoveChange {
  readonly kind: "remove";
  readonly thread: string;
  readonly id: string;
}

/** Replaces the named state; null clears one, since JSON, which messages travel as, drops undefined. */
export interface StateChange {
  readonly kind: "state";
  readonly set: { readonly [K in keyof ConversationState]?: ConversationState[K] | null };
}

/** Starts over with nothing. */
export interface ClearChange {
  readonly kind: "clear";
}

/** One step of a conversation's view. Both sides apply the same changes, so that only they cross. */
export type Change = PutChange | AppendChange | RemoveChange | StateChange | ClearChange;
