import type { Logger } from "../../../shared/base/logger.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { TranscriptPage } from "../ports/ports.ts";
import { readFrame } from "../reduce/readFrame.ts";
import { settleAll } from "../reduce/reduceResult.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { TranscriptTurns } from "./transcriptTurns.ts";

/** The page of a conversation without saved history. */
export const emptyTranscriptState: TranscriptPage = { frames: [], hasOlder: false, damaged: 0, costUsd: 0 };

interface SavedFramesOptions {
  /** Later frames that end what began in these frames. */
  readonly endedLater?: readonly Frame[];
}

/**
 * Applies frames of a saved conversation to a store, oldest first. Settles everything at the end, because nothing in
 * them continues.
 */
export function applyTranscriptFrames(
  store: ConversationStore,
  frames: readonly Frame[],
  logger: Logger,
  { endedLater = [] }: SavedFramesOptions = {},
): void {
  const turns = new TranscriptTurns();
  applyFollowedFrames(store, frames, logger, turns);
  store.apply({ deltas: store.shown.complete(turns.end(store)) });
  for (const frame of endedLater) {
    const { deltas, records = [] } = readFrame(store, store.ids.read(frame), undefined, logger);
    // The rows that report an end belong to the place where it happened.
    store.apply({
      deltas: store.shown.complete(deltas.filter((change) => change.kind !== "put" || change.item.kind === "tool")),
      records,
    });
  }
  store.apply({ deltas: store.shown.complete(settleAll(store, undefined)) });
}

/** Applies frames without settling anything, because another program continues the conversation. */
export function applyFollowedFrames(
  store: ConversationStore,
  frames: readonly Frame[],
  logger: Logger,
  turns: TranscriptTurns,
): void {
  for (const raw of frames) {
    const frame = store.ids.read(raw);
    store.apply({ deltas: store.shown.complete(turns.next(store, frame)) });
    const reduction = readFrame(store, frame, undefined, logger);
    store.apply({ ...reduction, deltas: store.shown.complete(reduction.deltas) });
  }
}

/** Returns the ends of tasks, which may have begun in earlier frames. */
export function findTaskEnds(frames: readonly Frame[]): readonly Frame[] {
  return frames.filter((frame) => frame.type === "system" && frame.subtype === "task_notification");
}
