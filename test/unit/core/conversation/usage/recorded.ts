import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { reduceFrame } from "../../../../../extension/core/conversation/reduce/reduceFrame.ts";
import { ConversationStore } from "../../../../../extension/core/conversation/view/conversationStore.ts";
import { decodeLine } from "../../../../../extension/core/protocol/frames/decode.ts";
import { createEmptyState } from "../../../../../extension/shared/contract/conversationState.ts";
import type { TurnItem } from "../../../../../extension/shared/contract/items.ts";

/** The turns of a recorded conversation, as they were live. */
export function turnsOf(recording: string): readonly TurnItem[] {
  const store = new ConversationStore({ ...createEmptyState("/workspace"), status: "idle" });
  const file = fileURLToPath(new URL(`../../../../fixtures/${recording}.ndjson`, import.meta.url));
  for (const line of fs.readFileSync(file, "utf8").trim().split("\n")) {
    const decoded = decodeLine(line);
    if (decoded.kind === "frame") store.apply(reduceFrame(store, decoded.frame, 1_000));
  }
  return store.timeline.items().filter((item) => item.kind === "turn");
}
