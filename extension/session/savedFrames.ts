import type { Logger } from "../base/logger.ts";
import type { Frame } from "../protocol/decode.ts";
import type { ConversationStore } from "./conversationStore.ts";
import type { SavedPage } from "./ports.ts";
import { readFrame } from "./reduce/readFrame.ts";
import { settleAll } from "./reduce/reduceResult.ts";

/** Of a conversation of which nothing is saved. */
export const nothingSaved: SavedPage = { frames: [], hasOlder: false, damaged: 0 };

/** Takes frames of a saved conversation into a store, oldest first. Nothing in them goes on, unless another program goes on with it. */
export function applySaved(store: ConversationStore, frames: readonly Frame[], logger: Logger, isLive = false): void {
  for (const frame of frames) store.apply(readFrame(store, frame, undefined, logger));
  if (!isLive) store.apply({ changes: settleAll(store, undefined) });
}
