import { reduceFrame } from "../../../../extension/core/conversation/reduce/reduceFrame.ts";
import type { Effect } from "../../../../extension/core/conversation/reduce/reduction.ts";
import { ConversationStore } from "../../../../extension/core/conversation/view/conversationStore.ts";
import { decodeValue } from "../../../../extension/core/protocol/frames/decode.ts";
import { createEmptyState } from "../../../../extension/shared/contract/conversationState.ts";

/** A store that frames are given to as the CLI writes them. */
export function reading() {
  const store = new ConversationStore(createEmptyState("/w"));
  const effects: Effect[] = [];
  const read = (...frames: object[]) => {
    for (const value of frames) {
      const decoded = decodeValue(value as Record<string, unknown>);
      if (decoded.kind !== "frame") throw new Error(`no frame: ${JSON.stringify(decoded)}`);
      const reduction = reduceFrame(store, decoded.frame, 1_000);
      effects.push(...(reduction.effects ?? []));
      store.apply(reduction);
    }
  };
  const items = (thread?: string) => store.timeline.items(thread);
  return { store, read, items, effects };
}
export const call = (id: string, name: string, input: object = {}) => ({ type: "tool_use", id, name, input });
export const assistant = (content: object[], parent?: string) => ({
  type: "assistant",
  uuid: `u${Math.random()}`,
  message: { content },
  ...(parent ? { parent_tool_use_id: parent } : {}),
});
export const results = (...ids: string[]) => ({
  type: "user",
  message: { content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "ok" })) },
});
