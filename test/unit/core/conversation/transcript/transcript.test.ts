import { expect, it } from "vitest";
import { readFrame } from "../../../../../extension/core/conversation/reduce/readFrame.ts";
import {
  applyFollowedFrames,
  applyTranscriptFrames,
} from "../../../../../extension/core/conversation/transcript/transcriptFrames.ts";
import { TranscriptTurns } from "../../../../../extension/core/conversation/transcript/transcriptTurns.ts";
import { ConversationStore } from "../../../../../extension/core/conversation/view/conversationStore.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { createEmptyState } from "../../../../../extension/shared/contract/conversationState.ts";
import { begin } from "../conversationSetup.ts";
import { frame, getIds, getPages, restored, turn } from "./transcriptSetup.ts";

it("shows the end at once, and reads the rest with details on demand", async () => {
  const { transcript, pages } = await restored(10, 2);
  expect(transcript.page("", { kind: "end" }, 100)).toMatchObject({
    hasOlder: true,
    items: [{ id: "p9" }, { id: "t9" }, { id: "p10" }, { id: "t10" }],
  });
  expect(pages.reads).toEqual([10]);
  const older = await transcript.loadPage("", { kind: "before", id: "p9" }, 6);
  expect(getIds(older)).toEqual(["p6", "t6", "p7", "t7", "p8", "t8"]);
  expect(older).toMatchObject({ hasOlder: true, hasNewer: true });
  expect(transcript.calls.details("t6")).toMatchObject({
    kind: "command",
    command: "run 6",
    output: { text: "output 6" },
  });
  const first = await transcript.loadPage("", { kind: "before", id: "p6" }, 100);
  expect(getIds(first)).toEqual(["p1", "t1", "p2", "t2", "p3", "t3", "p4", "t4", "p5", "t5"]);
  expect(first.hasOlder).toBe(false);
  expect(transcript.prompts.loaded).toHaveLength(10);
});

it("loads items around one that is not loaded, with a limit for removed ones", async () => {
  const { transcript, pages } = await restored(100, 2);
  expect(getIds(await transcript.loadPage("", { kind: "around", id: "p95" }, 4))).toEqual(["p94", "t94", "p95", "t95"]);
  const { length } = pages.reads;
  expect(getIds(await transcript.loadPage("", { kind: "around", id: "gone" }, 2))).toEqual(["p100", "t100"]);
  expect(pages.reads.length - length).toBe(4);
});

it("finds the prompt before or after an item, even if it is not loaded", async () => {
  const { transcript, pages } = await restored(6, 2);
  expect(await transcript.prompts.findBeside("t5", 1)).toBe("p6");
  expect(await transcript.prompts.findBeside("t6", 1)).toBeUndefined();
  expect(pages.reads).toEqual([6]);
  expect(await transcript.prompts.findBeside("p5", -1)).toBe("p4");
  expect(await transcript.prompts.findBeside("t3", -1)).toBe("p3");
  expect(pages.reads).toEqual([6, 4]);
  expect(await transcript.prompts.findBeside("p1", -1)).toBeUndefined();
  expect(await transcript.prompts.findBeside("gone", 1)).toBeUndefined();
});

it("reads each part once for simultaneous requests", async () => {
  const { transcript, pages } = await restored(10, 2);
  await Promise.all([
    transcript.loadPages(Number.POSITIVE_INFINITY),
    transcript.loadPage("", { kind: "before", id: "p9" }, 100),
    transcript.loadPages(10),
  ]);
  expect(pages.reads).toEqual([10, 8, 6, 4, 2]);
  expect(getIds(transcript.page("", { kind: "end" }, 100))).toHaveLength(20);
});

it("leaves out parts that cannot be read", async () => {
  const { conversation, transcript } = await restored(10, 2);
  transcript.setOlder(async () => {
    throw new Error("the disk is gone");
  });
  expect(await transcript.loadPage("", { kind: "before", id: "p9" }, 10)).toMatchObject({ items: [], hasOlder: false });
  expect(conversation.state.status).toBe("idle");
});

it("shows the end of a command in an older part that was reported later", async () => {
  const begun = frame({
    type: "user",
    version: "2.1.329",
    message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "begun" }] },
    tool_use_result: { backgroundTaskId: "b1" },
  });
  const ended = frame({
    type: "system",
    subtype: "task_notification",
    task_id: "b1",
    tool_use_id: "t1",
    status: "failed",
    summary: "Failed with exit code 3",
  });
  const parts = [[...turn(1).slice(0, 2), begun], turn(2), [...turn(3), ended]];
  const read = async () => ({ frames: parts.pop() ?? [], hasOlder: parts.length > 0, damaged: 0 });
  const { conversation } = await begin();
  conversation.saved.restore(await read(), { ...getPages(0, 1), read });
  const { items } = await conversation.transcript.loadPage("", { kind: "before", id: "p3" }, 10);
  expect(items.map((item) => [item.id, item.kind === "tool" && item.state])).toEqual([
    ["p1", false],
    ["t1", "failed"],
    ["p2", false],
    ["t2", "done"],
  ]);
});

it("keeps the cost of released turns, which no transcript has", () => {
  const said = (n: number) =>
    frame({ type: "assistant", uuid: `a${n}`, message: { id: `m${n}`, content: [{ type: "text", text: "Said." }] } });
  const prompt = (n: number) => turn(n).slice(0, 1);
  const held = new ConversationStore(createEmptyState("/w"));
  applyFollowedFrames(held, [...prompt(1), said(1)], silentLogger, new TranscriptTurns());
  const result = frame({ type: "result", subtype: "success", uuid: "r", total_cost_usd: 0.25 });
  held.shown.note(held.apply(readFrame(held, result, 5, silentLogger)));
  applyFollowedFrames(held, prompt(2), silentLogger, new TranscriptTurns());
  const row = { kind: "turn", id: "turn:m1:0", costUsd: 0.25 };
  expect(held.timeline.items()).toMatchObject([{ id: "p1" }, { id: "m1:0" }, row, { id: "p2" }]);
  held.dropBefore("p2");
  const older = held.makeOlder();
  applyTranscriptFrames(older, [...prompt(1), said(1)], silentLogger);
  held.prepend(older);
  expect(held.timeline.items()).toMatchObject([{ id: "p1" }, { id: "m1:0" }, row, { id: "p2" }]);
});

it.each([
  ["what came before cost as much as was saved", 0.5, 0.25],
  ["nobody knows what came before cost", undefined, undefined],
])("shows the cost of a turn, not of all before it: %s", async (_case, costUsd, shown) => {
  const { conversation, cli } = await begin();
  conversation.saved.restore({
    frames: turn(1),
    hasOlder: true,
    damaged: 0,
    ...(costUsd === undefined ? {} : { costUsd }),
  });
  conversation.submit("go on");
  await expect.poll(() => conversation.state.status).toBe("working");
  const result = (uuid: string, total: number) =>
    cli().write({ type: "result", subtype: "success", uuid, total_cost_usd: total });
  result("r1", 0.75);
  const rows = () =>
    conversation.transcript
      .page("", { kind: "end" }, 10)
      .items.flatMap((item) => (item.kind === "turn" ? [item.costUsd] : []));
  await expect.poll(rows).toEqual([shown]);
  expect(conversation.state.costUsd).toBe(0.75);
});

it("lists and finds prompts that are not loaded, without keeping them", async () => {
  const { transcript } = await restored(10, 2);
  const opened: (string | undefined)[] = [];
  transcript.prompts.setReopen(async (before) => {
    opened.push(before);
    return getPages(Number(before?.slice(1) ?? 11) - 1, 3);
  });
  expect((await transcript.prompts.list()).map(({ id }) => id)).toEqual(
    Array.from({ length: 10 }, (_, index) => `p${10 - index}`),
  );
  expect((await transcript.prompts.findEarlier(({ item }) => item.id === "p3"))?.item).toMatchObject({
    id: "p3",
    text: "ask 3",
  });
  expect(await transcript.prompts.findEarlier(({ item }) => item.id === "gone")).toBeUndefined();
  expect(opened).toEqual(["p9", "p9", "p9"]);
  expect(transcript.prompts.loaded.map(({ id }) => id)).toEqual(["p10", "p9"]);
});

it("lists prompts with their first words, and finds the whole text of one", async () => {
  const { transcript } = await restored(10, 2);
  const long = "word ".repeat(100_000).trim();
  const frames = [frame({ type: "user", uuid: "long", message: { content: long } })];
  transcript.prompts.setReopen(async () => ({
    ...getPages(2, 2),
    read: async () => ({ frames, hasOlder: false, damaged: 0 }),
  }));
  expect((await transcript.prompts.list()).map(({ id, text }) => [id, text])).toEqual([
    ["p10", "ask 10"],
    ["p9", "ask 9"],
    ["long", long.slice(0, 200)],
  ]);
  expect((await transcript.prompts.find("long"))?.text).toBe(long);
  expect((await transcript.prompts.find("p9"))?.text).toBe("ask 9");
  expect(await transcript.prompts.find("gone")).toBeUndefined();
});

it("reads the first prompt from disk once, until the conversation continues from another place", async () => {
  const { conversation, transcript } = await restored(10, 2);
  let opened = 0;
  transcript.prompts.setReopen(async (before) => {
    opened++;
    return getPages(Number(before?.slice(1)) - 1, 3);
  });
  expect([await transcript.prompts.findFirst(), await transcript.prompts.findFirst(), opened]).toEqual(["p1", "p1", 1]);
  const pages = getPages(12, 2);
  conversation.saved.restore(await pages.read(), pages);
  expect([await transcript.prompts.findFirst(), opened]).toEqual(["p1", 2]);
  // A part of the messages has a last one that is not the first of all.
  conversation.saved.restore(await pages.read(), pages);
  transcript.prompts.setReopen(async () => ({
    ...getPages(8, 3),
    read: async () => Promise.reject(new Error("gone")),
  }));
  await expect(transcript.prompts.findFirst()).rejects.toThrow("gone");
  await transcript.loadPages(20);
  expect(await transcript.prompts.findFirst()).toBe(transcript.prompts.loaded.at(-1)?.id);
});
