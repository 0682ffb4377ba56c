import type { Change } from "../contract/changes.ts";
import { mainThread } from "../contract/ids.ts";
import type { ConversationStore } from "./conversationStore.ts";

/** Takes a prompt and all that followed off the screen, with what was known of it: the CLI says that anew with the next turn. */
export function changesOfCut(store: ConversationStore, promptId: string): readonly Change[] {
  const items = store.timeline.items();
  const start = items.findIndex((item) => item.id === promptId);
  if (start === -1) return [];
  const removed = items.slice(start).reverse();
  return [
    ...removed.map((item): Change => ({ kind: "remove", thread: mainThread, id: item.id })),
    { kind: "state", set: { tasks: [], contextTokens: 0, activity: null, isInterrupted: null, ...(start === 0 ? { title: "" } : {}) } },
  ];
}
