import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { emptyState } from "../../../extension/contract/conversationState.ts";
import { decodeLine } from "../../../extension/protocol/decode.ts";
import { ConversationStore } from "../../../extension/session/conversationStore.ts";
import { reduceFrame } from "../../../extension/session/reduce/reduceFrame.ts";
import { renderView } from "./renderView.ts";

const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url));
const recordings = fs.readdirSync(fixtures).filter((name) => name.endsWith(".ndjson"));

function emptyStore(): ConversationStore {
  return new ConversationStore({ ...emptyState("/workspace"), status: "idle" });
}

it("has recordings", () => expect(recordings.length).toBeGreaterThan(8));

it.each(recordings)("shows %s as its view file says", async (name) => {
  const store = emptyStore();
  let now = 0;
  for (const line of fs.readFileSync(path.join(fixtures, name), "utf8").trim().split("\n")) {
    const decoded = decodeLine(line);
    expect(decoded.kind, line.slice(0, 200)).not.toBe("corrupt");
    if (decoded.kind === "unknown") expect(decoded.issues, `${decoded.name} has a shape that the schemas reject`).toBeUndefined();
    if (decoded.kind === "frame") store.apply(reduceFrame(store, decoded.frame, now++));
  }
  expect(store.unsettled()).toEqual([]);
  await expect(renderView(store.timeline, store.state)).toMatchFileSnapshot(path.join(fixtures, name.replace(".ndjson", ".view.txt")));
});
