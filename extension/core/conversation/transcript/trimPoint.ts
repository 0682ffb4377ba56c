import { readString } from "../../../shared/base/read.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Item } from "../../../shared/contract/items.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import { getThread } from "../reduce/reduction.ts";
import type { ConversationStore } from "../view/conversationStore.ts";

/** Number of characters beyond which fewer items are kept than requested: they fill a screen. */
const maxCharacters = 4_000;

/** A place in a saved conversation before which its items can be released. */
export interface TrimPoint {
  /** First item to keep. */
  readonly item: string;
  /** Entry of the transcript that made it, and the frames from that entry on. */
  readonly entry: string;
  readonly frames: readonly Frame[];
}

/**
 * Returns the index from which about `count` items remain, or fewer long ones; 0 if fewer would be dropped than kept.
 */
export function getKeptStart(items: readonly Item[], count: number): number {
  let characters = 0;
  let start = items.length;
  while (start > 0 && items.length - start < count && characters < maxCharacters) {
    const item = items[--start];
    if (item && "text" in item) characters += item.text.length;
  }
  return start > items.length - start ? start : 0;
}

/**
 * Returns the last place at or before the item with index `start`, in the newest frames of the transcript: a prompt, or
 * a message after the results of all calls, so that the part before it reads the same without what follows. Undefined
 * if there is none, or an item before it is not settled.
 */
export function findTrimPoint(
  store: ConversationStore,
  frames: readonly Frame[],
  start: number,
): TrimPoint | undefined {
  const items = store.timeline.items();
  const places = new Map(items.map(({ id }, index) => [id, index]));
  const getPlace = (thread: string, ids: readonly string[]): number =>
    thread === mainThread ? Math.min(...ids.map((id) => places.get(id) ?? items.length)) : items.length;
  const unsettled = store.unsettled();
  if (unsettled.some(({ thread }) => thread !== mainThread)) return undefined;
  const last = Math.min(
    start,
    getPlace(
      mainThread,
      unsettled.map(({ item }) => item.id),
    ),
  );
  const beginnings = findBeginnings(frames);
  // The first item that the frames from here on made: not always one of the frame here, because a message can begin
  // without a row.
  let first = items.length;
  for (let index = frames.length - 1; index >= 0; index--) {
    const frame = frames[index];
    const entry = frame && readString(frame, "uuid");
    if (entry === undefined) continue;
    const { thread, ids } = store.createdBy(entry) ?? { thread: mainThread, ids: [entry] };
    first = Math.min(first, getPlace(thread, ids));
    const item = items[first];
    if (!item || first > last || !(item.id === entry ? item.kind === "prompt" : beginnings.has(index))) continue;
    return first > items.length - first ? { item: item.id, entry, frames: frames.slice(index) } : undefined;
  }
  return undefined;
}

/** Returns the indices of frames that begin a message after the results of all calls before it. */
function findBeginnings(frames: readonly Frame[]): ReadonlySet<number> {
  const beginnings = new Set<number>();
  const open = new Set<string>();
  const named = new Set<string>();
  let isAnswered = false;
  frames.forEach((frame, index) => {
    if ((frame.type !== "user" && frame.type !== "assistant") || getThread(frame) !== mainThread) return;
    const { content } = frame.message;
    const blocks = typeof content === "string" ? [] : content;
    if (frame.type === "assistant") {
      if (isAnswered && open.size === 0) beginnings.add(index);
      isAnswered = false;
      for (const { type, id } of blocks)
        if (type === "tool_use" && id !== undefined) {
          open.add(id);
          named.add(id);
        }
      return;
    }
    const results = blocks.flatMap(({ type, tool_use_id: id }) => (type === "tool_result" && id ? [id] : []));
    isAnswered = results.length > 0;
    // The call of such a result is before these frames.
    if (results.some((id) => !named.has(id))) beginnings.clear();
    for (const id of results) open.delete(id);
    // A prompt, before which a call can have been cut off.
    if (!isAnswered) open.clear();
  });
  return beginnings;
}
