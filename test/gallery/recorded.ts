import { emptyState } from "../../extension/contract/conversationState.ts";
import { mainThread } from "../../extension/contract/ids.ts";
import { decodeLine } from "../../extension/protocol/decode.ts";
import { ConversationStore } from "../../extension/session/conversationStore.ts";
import { reduceFrame } from "../../extension/session/reduce/reduceFrame.ts";
import { describeCall } from "../../extension/session/tools/describeCall.ts";
import type { GalleryState } from "./state.ts";

/** A recorded conversation, with all of its cards open. */
export function recorded(lines: string): GalleryState {
  const store = new ConversationStore({ ...emptyState("/workspace"), status: "idle" });
  let now = Date.parse("2026-11-22T09:30:00Z");
  for (const line of lines.trim().split("\n")) {
    now += 400;
    const decoded = decodeLine(line);
    if (decoded.kind === "frame") store.apply(reduceFrame(store, decoded.frame, now));
  }
  const items = store.timeline.items(mainThread);
  const calls = store.timeline.threads.flatMap((thread) => store.timeline.items(thread).flatMap((item) => (item.kind === "tool" ? [item.id] : [])));
  const details = calls.flatMap((id) => {
    const record = store.record(id);
    return record ? [[id, describeCall(record)] as const] : [];
  });
  const threads = store.timeline.threads.filter((thread) => thread !== mainThread).map((thread) => [thread, store.timeline.items(thread)] as const);
  return { state: store.state, items, threads: Object.fromEntries(threads), details: Object.fromEntries(details), open: calls };
}
