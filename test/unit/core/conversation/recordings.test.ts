import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { reduceFrame } from "../../../../extension/core/conversation/reduce/reduceFrame.ts";
import { applyTranscriptFrames } from "../../../../extension/core/conversation/transcript/transcriptFrames.ts";
import { ConversationStore } from "../../../../extension/core/conversation/view/conversationStore.ts";
import { decodeLine } from "../../../../extension/core/protocol/frames/decode.ts";
import { TranscriptPages } from "../../../../extension/node/transcripts/transcriptPages.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { createEmptyState } from "../../../../extension/shared/contract/conversationState.ts";
import { mainThread } from "../../../../extension/shared/contract/ids.ts";
import type { Item } from "../../../../extension/shared/contract/items.ts";
import { renderView } from "./renderView.ts";

const fixtures = fileURLToPath(new URL("../../../fixtures/", import.meta.url));
const recordings = fs.readdirSync(fixtures).filter((name) => name.endsWith(".ndjson"));

function emptyStore(): ConversationStore {
  return new ConversationStore({ ...createEmptyState("/workspace"), status: "idle" });
}

it("has recordings", () => expect(recordings.length).toBeGreaterThan(8));

/** Replays a recording as it happened. Each of the prompts begins a turn of it. */
function live(name: string, prompts: readonly Item[] = []): ConversationStore {
  const store = emptyStore();
  const left = [...prompts];
  const sayNext = (): void => {
    const item = left.shift();
    if (item) store.apply({ deltas: [{ kind: "put", thread: mainThread, item }] });
  };
  let now = 0;
  sayNext();
  for (const line of fs.readFileSync(path.join(fixtures, name), "utf8").trim().split("\n")) {
    const decoded = decodeLine(line);
    expect(decoded.kind, line.slice(0, 200)).not.toBe("corrupt");
    if (decoded.kind === "unknown")
      expect(decoded.issues, `${decoded.name} has a shape that the schemas reject`).toBeUndefined();
    if (decoded.kind === "frame") store.apply(reduceFrame(store, decoded.frame, now++));
    if (decoded.kind === "frame" && decoded.frame.type === "result") sayNext();
  }
  return store;
}

it.each(recordings)("shows the recording %s as its view file has it", async (name) => {
  const store = live(name);
  expect(store.unsettled()).toEqual([]);
  await expect(renderView(store.timeline, store.state)).toMatchFileSnapshot(
    path.join(fixtures, name.replace(".ndjson", ".view.txt")),
  );
});

/**
 * The rows of a view, without the state, and without what a transcript has not: a subagent's steps, which are in a file
 * of their own, and the ends of turns that asked no model. Of commands it keeps some out of order (`/compact` after its
 * row), and some not at all.
 */
function rows({ timeline, state }: ConversationStore): readonly string[] {
  const lines = renderView(timeline, state).split("\n");
  const isLocal = (index: number): boolean =>
    lines[index] === "-- turn done" && /^(?:\(CLI\)|\(info\) Context|You: |-- turn)/.test(lines[index - 1] ?? "");
  return lines
    .filter((line, index) => !/^(?: {2}|state |You: \/|\(CLI\) "Unknown )/.test(line) && !isLocal(index))
    .map((line) => line.replace(/ · \d+ steps$/, ""));
}

it.each(recordings)("shows the saved transcript of %s as it was live", async (name) => {
  const saved = emptyStore();
  const pages = new TranscriptPages(path.join(fixtures, name.replace(".ndjson", ".jsonl")));
  applyTranscriptFrames(saved, (await pages.read()).frames, silentLogger);
  const prompts = saved.timeline.items().filter(({ kind }) => kind === "prompt");
  expect(prompts.length).toBeGreaterThan(0);
  const lived = live(name, prompts);
  // A turn that a limit ended is saved like one that was cut off.
  const isLimited = name.startsWith("max-");
  const withoutEnd = (lines: readonly string[]): readonly string[] =>
    isLimited ? lines.filter((line) => !line.startsWith("-- turn")) : lines;
  expect(withoutEnd(rows(saved))).toEqual(withoutEnd(rows(lived)));
  // The saved conversation uses the names of the live one: for a reader's place, folds, and the cost of turns.
  const named = (item: Item): boolean =>
    item.kind === "tool" ||
    item.kind === "thinking" ||
    (item.kind === "text" && !item.isFromCli) ||
    item.kind === "turn";
  expect(lived.timeline.items().map(({ id }) => id)).toEqual(
    expect.arrayContaining(
      saved.timeline
        .items()
        .filter(named)
        .map(({ id }) => id),
    ),
  );
});
