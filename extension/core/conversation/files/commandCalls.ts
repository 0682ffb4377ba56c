import { mainThread } from "../../../shared/contract/ids.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type { ConversationStore } from "../view/conversationStore.ts";

/** Returns the call with an id; undefined for other items. */
export function getCall(store: ConversationStore, id: string): ToolItem | undefined {
  const record = store.record(id);
  const item = record && store.item(record.thread, id);
  return item?.kind === "tool" ? item : undefined;
}

/** Returns the id of a call itself, or of the main thread's agent call above it. */
export function getMainCall(store: ConversationStore, id: string): string {
  const thread = store.record(id)?.thread ?? mainThread;
  return thread === mainThread ? id : getMainCall(store, thread);
}
