import { mainThread } from "../../contract/ids.ts";
import type { StateDelta } from "../../contract/stateDeltas.ts";
import type { ConversationStore } from "../conversationStore.ts";

/** Returns deltas that remove a prompt and everything after it, and state derived from them: `claude` reports that again with the next turn. */
export function getTruncationDeltas(store: ConversationStore, promptId: string): readonly StateDelta[] {
  const items = store.timeline.items();
  const start = items.findIndex((item) => item.id === promptId);
  if (start === -1) return [];
  const removed = items.slice(start).reverse();
  return [
    ...removed.map((item): StateDelta => ({ kind: "remove", thread: mainThread, id: item.id })),
    { kind: "state", set: { tasks: [], contextTokens: 0, activity: null, isInterrupted: null, ...(start === 0 ? { title: "" } : {}) } },
  ];
}
