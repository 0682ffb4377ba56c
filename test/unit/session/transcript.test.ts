import v8 from "node:v8";
import vm from "node:vm";
import { expect, it } from "vitest";
import { silentLogger } from "../../../extension/base/logger.ts";
import { createEmptyState } from "../../../extension/contract/conversationState.ts";
import { decodeValue, type Frame } from "../../../extension/protocol/decode.ts";
import { ConversationStore } from "../../../extension/session/conversationStore.ts";
import type { AgentCall, TranscriptPage, TranscriptReader } from "../../../extension/session/ports.ts";
import { readFrame } from "../../../extension/session/reduce/readFrame.ts";
import type { TranscriptPart } from "../../../extension/session/restore/earlierParts.ts";
import { applyFollowedFrames, applyTranscriptFrames } from "../../../extension/session/restore/transcriptFrames.ts";
import { TranscriptTurns } from "../../../extension/session/restore/transcriptTurns.ts";
import { collectSearchableTexts } from "../../../extension/session/searchableTexts.ts";
import { textRenderer } from "../../../extension/text/textRenderer.ts";
import { assistant, begin } from "./conversationSetup.ts";

const frame = (value: Record<string, unknown>): Frame => {
  const decoded = decodeValue(value);
  if (decoded.kind !== "frame") throw new Error("no frame");
  return decoded.frame;
};
const turn = (n: number): Frame[] => [
  frame({ type: "user", uuid: `p${n}`, message: { content: `ask ${n}` } }),
  frame({
    type: "assistant",
    uuid: `a${n}`,
    message: { id: `m${n}`, content: [{ type: "tool_use", id: `t${n}`, name: "Bash", input: { command: `run ${n}` } }] },
  }),
  frame({ type: "user", uuid: `u${n}`, message: { content: [{ type: "tool_result", tool_use_id: `t${n}`, content: `output ${n}` }] } }),
];

/** Turns 1 to `count`, read from the end, `size` at a time. */
function getPages(count: number, size: number): TranscriptReader & { readonly reads: number[]; readonly asked: AgentCall[] } {
  let end = count;
  const reads: number[] = [];
  const read = async (): Promise<TranscriptPage> => {
    reads.push(end);
    const start = Math.max(0, end - size);
    const frames = Array.from({ length: end - start }, (_, index) => turn(start + index + 1)).flat();
    end = start;
    return { frames, hasOlder: end > 0, damaged: 0 };
  };
  /** Turns 1 to 7 are those of a subagent, two at a time. */
  const asked: AgentCall[] = [];
  const openAgent = async (call: AgentCall) => {
    asked.push(call);
    return call.agentId === "agent7" || call.task === "look" ? getPages(7, 2) : undefined;
  };
  return { read, reads, asked, openAgent, follow: () => ({ dispose() {} }), copy: () => getPages(end, size) };
}

async function restored(count: number, size: number) {
  const { conversation } = await begin();
  const pages = getPages(count, size);
  conversation.saved.restore(await pages.read(), pages);
  return { conversation, transcript: conversation.transcript, pages };
}
const getIds = (page: { items: readonly { id: string }[] }) => page.items.map(({ id }) => id);

it("shows the end at once and reads the rest when it is asked for, with details", async () => {
  const { transcript, pages } = await restored(10, 2);
  expect(transcript.page("", { kind: "end" }, 100)).toMatchObject({ hasOlder: true, items: [{ id: "p9" }, { id: "t9" }, { id: "p10" }, { id: "t10" }] });
  expect(pages.reads).toEqual([10]);
  const older = await transcript.loadPage("", { kind: "before", id: "p9" }, 6);
  expect(getIds(older)).toEqual(["p6", "t6", "p7", "t7", "p8", "t8"]);
  expect(older).toMatchObject({ hasOlder: true, hasNewer: true });
  expect(transcript.details("t6")).toMatchObject({ kind: "command", command: "run 6", output: { text: "output 6" } });
  const first = await transcript.loadPage("", { kind: "before", id: "p6" }, 100);
  expect(getIds(first)).toEqual(["p1", "t1", "p2", "t2", "p3", "t3", "p4", "t4", "p5", "t5"]);
  expect(first.hasOlder).toBe(false);
  expect(transcript.prompts).toHaveLength(10);
});

it("reads around an item that is not held, but not everything for one that is gone", async () => {
  const { transcript, pages } = await restored(100, 2);
  expect(getIds(await transcript.loadPage("", { kind: "around", id: "p95" }, 4))).toEqual(["p94", "t94", "p95", "t95"]);
  const { length } = pages.reads;
  expect(getIds(await transcript.loadPage("", { kind: "around", id: "gone" }, 2))).toEqual(["p100", "t100"]);
  expect(pages.reads.length - length).toBe(4);
});

it("finds the prompt before or after an item, also where it is not held", async () => {
  const { transcript, pages } = await restored(6, 2);
  expect(await transcript.promptBeside("t5", 1)).toBe("p6");
  expect(await transcript.promptBeside("t6", 1)).toBeUndefined();
  expect(pages.reads).toEqual([6]);
  expect(await transcript.promptBeside("p5", -1)).toBe("p4");
  expect(await transcript.promptBeside("t3", -1)).toBe("p3");
  expect(pages.reads).toEqual([6, 4]);
  expect(await transcript.promptBeside("p1", -1)).toBeUndefined();
  expect(await transcript.promptBeside("gone", 1)).toBeUndefined();
});

it("reads each part once, however many ask at the same time", async () => {
  const { transcript, pages } = await restored(10, 2);
  await Promise.all([transcript.loadUntil(), transcript.loadPage("", { kind: "before", id: "p9" }, 100), transcript.loadUntil("p1")]);
  expect(pages.reads).toEqual([10, 8, 6, 4, 2]);
  expect(getIds(transcript.page("", { kind: "end" }, 100))).toHaveLength(20);
});

it("leaves out what cannot be read any more", async () => {
  const { conversation, transcript } = await restored(10, 2);
  transcript.setOlder(async () => {
    throw new Error("the disk is gone");
  });
  expect(await transcript.loadPage("", { kind: "before", id: "p9" }, 10)).toMatchObject({ items: [], hasOlder: false });
  expect(conversation.state.status).toBe("idle");
});

it("lets the oldest items go as far as the disk has them, and reads them again", async () => {
  const { transcript, conversation } = await restored(100, 100);
  const asked: string[] = [];
  transcript.trim(20, async (before) => {
    asked.push(before);
    return getPages(Number(before.slice(1)) - 1, 5);
  });
  expect(getIds(transcript.page("", { kind: "end" }, 100)).at(0)).toBe("p91");
  expect([transcript.isEmpty, transcript.details("t5")]).toEqual([false, undefined]);
  conversation.submit("one more");
  expect(getIds(await transcript.loadPage("", { kind: "before", id: "p91" }, 4))).toEqual(["p89", "t89", "p90", "t90"]);
  expect(asked).toEqual(["p91"]);
  expect(transcript.details("t90")).toMatchObject({ command: "run 90" });
  await transcript.loadUntil();
  expect(transcript.prompts.map(({ id }) => id).slice(1)).toEqual(Array.from({ length: 100 }, (_, index) => `p${100 - index}`));
});

it("lets more of long items go than of short ones", async () => {
  const { conversation } = await begin();
  const said = (n: number) => [
    frame({ type: "user", uuid: `p${n}`, message: { content: `ask ${n}` } }),
    frame({ type: "assistant", uuid: `a${n}`, message: { id: `m${n}`, content: [{ type: "text", text: "x".repeat(3_000) }] } }),
  ];
  conversation.saved.restore({ frames: Array.from({ length: 50 }, (_, index) => said(index)).flat(), hasOlder: false, damaged: 0 }, getPages(0, 1));
  conversation.transcript.trim(20, async () => undefined);
  expect(getIds(conversation.transcript.page("", { kind: "end" }, 100)).filter((id) => id.startsWith("p"))).toEqual(["p47", "p48", "p49"]);
});

it("holds nothing of the items that it let go", async () => {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  const { transcript } = await restored(100, 100);
  const held = (() => {
    const [item] = transcript.page("", { kind: "end" }, 1_000).items;
    if (!item) throw new Error("there is no item");
    return new WeakRef(item);
  })();
  transcript.trim(20, async () => undefined);
  // A WeakRef holds what it was made of until the task is over.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(held.deref()).toBeUndefined();
  expect(transcript.hasOlder).toBe(true);
});

it("knows of a command in an older part how it ended, though that was told later", async () => {
  const begun = frame({
    type: "user",
    version: "2.1.329",
    message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "begun" }] },
    tool_use_result: { backgroundTaskId: "b1" },
  });
  const ended = frame({ type: "system", subtype: "task_notification", task_id: "b1", tool_use_id: "t1", status: "failed", summary: "Failed with exit code 3" });
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

it("keeps what turns cost that were let go, which no transcript tells", () => {
  const said = (n: number) => frame({ type: "assistant", uuid: `a${n}`, message: { id: `m${n}`, content: [{ type: "text", text: "Said." }] } });
  const prompt = (n: number) => turn(n).slice(0, 1);
  const held = new ConversationStore(createEmptyState("/w"));
  applyFollowedFrames(held, [...prompt(1), said(1)], silentLogger, new TranscriptTurns());
  const result = frame({ type: "result", subtype: "success", uuid: "r", total_cost_usd: 0.25 });
  held.apply(readFrame(held, result, 5, silentLogger));
  applyFollowedFrames(held, prompt(2), silentLogger, new TranscriptTurns());
  const row = { kind: "turn", id: "turn:m1:0", costUsd: 0.25 };
  expect(held.timeline.items()).toMatchObject([{ id: "p1" }, { id: "m1:0" }, row, { id: "p2" }]);
  held.dropBefore("p2");
  const older = new ConversationStore(createEmptyState("/w"));
  applyTranscriptFrames(older, [...prompt(1), said(1)], silentLogger);
  held.prepend(older);
  expect(held.timeline.items()).toMatchObject([{ id: "p1" }, { id: "m1:0" }, row, { id: "p2" }]);
});

it.each([
  ["what came before cost as much as was saved", 0.5, 0.25],
  ["nobody knows what came before cost", undefined, undefined],
])("says what a turn cost, not all before it: %s", async (_case, costUsd, shown) => {
  const { conversation, cli } = await begin();
  conversation.saved.restore({ frames: turn(1), hasOlder: true, damaged: 0, ...(costUsd === undefined ? {} : { costUsd }) });
  conversation.submit("go on");
  await expect.poll(() => conversation.state.status).toBe("working");
  const result = (uuid: string, total: number) => cli().write({ type: "result", subtype: "success", uuid, total_cost_usd: total });
  result("r1", 0.75);
  const rows = () => conversation.transcript.page("", { kind: "end" }, 10).items.flatMap((item) => (item.kind === "turn" ? [item.costUsd] : []));
  await expect.poll(rows).toEqual([shown]);
  expect(conversation.state.costUsd).toBe(0.75);
});

it("reads a subagent's work when its card is opened, once", async () => {
  const { conversation } = await begin();
  const call = frame({
    type: "assistant",
    uuid: "c",
    message: { id: "m", content: [{ type: "tool_use", id: "task", name: "Agent", input: { description: "look" } }] },
  });
  const answer = (agentId: string) =>
    frame({ type: "user", uuid: "r", message: { content: [{ type: "tool_result", tool_use_id: "task", content: "" }] }, tool_use_result: { agentId } });
  const pages = getPages(1, 1);
  conversation.saved.restore({ frames: [call, answer("agent7")], hasOlder: false, damaged: 0 }, pages);
  const { transcript } = conversation;
  await Promise.all([transcript.loadThread("task"), transcript.loadThread("task")]);
  expect(pages.asked).toEqual([{ toolId: "task", agentId: "agent7" }]);
  expect(transcript.page("task", { kind: "end" }, 10)).toMatchObject({ items: [{ id: "t6" }, { id: "t7" }], hasOlder: true });
  expect(getIds(await transcript.loadPage("task", { kind: "before", id: "t6" }, 2))).toEqual(["t4", "t5"]);
  expect(transcript.page("task", { kind: "before", id: "t4" }, 2)).toMatchObject({ hasOlder: true });
  const first = await transcript.loadPage("task", { kind: "before", id: "t4" }, 10);
  expect(first).toMatchObject({ items: [{ id: "t1" }, { id: "t2" }, { id: "t3" }], hasOlder: false });
  expect(transcript.details("t7")).toMatchObject({ kind: "command", command: "run 7" });
  conversation.saved.restore({ frames: [call, answer("gone")], hasOlder: false, damaged: 0 }, pages);
  await transcript.loadThread("task");
  await transcript.loadThread("never called");
  expect(transcript.page("task", { kind: "end" }, 10).items).toEqual([]);
});

/** Saved entries of one call of a subagent. */
const agentCall = (input: object, agentId?: string): TranscriptPage => ({
  frames: [
    frame({ type: "assistant", uuid: "c", message: { id: "m", content: [{ type: "tool_use", id: "task", name: "Agent", input }] } }),
    ...(agentId === undefined
      ? []
      : [frame({ type: "user", uuid: "r", message: { content: [{ type: "tool_result", tool_use_id: "task", content: "" }] }, tool_use_result: { agentId } })]),
  ],
  hasOlder: false,
  damaged: 0,
});

it("takes of a subagent's transcript what the subagent did, not what it says of the conversation", async () => {
  const { conversation } = await begin();
  const frames = [
    frame({ type: "system", subtype: "informational", uuid: "i", content: "said to it" }),
    ...turn(1),
    frame({ type: "system", subtype: "turn_duration", uuid: "d", duration_ms: 5 }),
  ];
  const openAgent = async () => ({ read: async () => ({ frames, hasOlder: false, damaged: 0 }) });
  conversation.saved.restore(agentCall({}, "agent7"), { ...getPages(1, 1), openAgent });
  await conversation.transcript.loadThread("task");
  expect(getIds(conversation.transcript.page("task", { kind: "end" }, 10))).toEqual(["t1"]);
  expect(getIds(conversation.transcript.page("", { kind: "end" }, 10))).toEqual(["task"]);
});

it("drops what is read of a subagent once the conversation is another one", async () => {
  const { conversation } = await begin();
  const { transcript } = conversation;
  const begun: { go: () => void }[] = [];
  const wait = () => new Promise<void>((go) => begun.push({ go }));
  const again = () => conversation.saved.restore(agentCall({}, "agent7"), getPages(1, 1));
  const reading = (work = getPages(3, 2)) => ({ ...work, openAgent: async () => ({ read: () => wait().then(work.read) }) });
  const opening = { ...getPages(1, 1), openAgent: () => wait().then(() => getPages(3, 2)) };
  for (const pages of [reading(), opening]) {
    conversation.saved.restore(agentCall({}, "agent7"), pages);
    const loading = transcript.loadThread("task");
    await expect.poll(() => begun.length).toBe(1);
    again();
    begun.pop()?.go();
    await loading;
    expect(transcript.page("task", { kind: "end" }, 10)).toMatchObject({ items: [], hasOlder: false });
  }
  // Older entries, too.
  conversation.saved.restore(agentCall({}, "agent7"), reading());
  const loading = transcript.loadThread("task", true);
  await expect.poll(() => begun.length).toBe(1);
  begun.pop()?.go();
  await expect.poll(() => begun.length).toBe(1);
  again();
  begun.pop()?.go();
  await loading;
  expect(transcript.page("task", { kind: "end" }, 10)).toMatchObject({ items: [], hasOlder: false });
  await transcript.loadThread("task");
  expect(getIds(transcript.page("task", { kind: "end" }, 10))).toEqual(["t6", "t7"]);
});

it("looks once for the work of a subagent that no file names, and again once the conversation is read anew", async () => {
  const { conversation } = await begin();
  const pages = getPages(1, 1);
  conversation.saved.restore(agentCall({ prompt: "nothing is kept" }), pages);
  for (let query = 0; query < 3; query++) await conversation.transcript.loadThread("task");
  expect(pages.asked).toHaveLength(1);
  conversation.saved.restore(agentCall({ prompt: "nothing is kept" }), pages);
  await conversation.transcript.loadThread("task");
  expect(pages.asked).toHaveLength(2);
});

it("reads nothing of a subagent that runs here: its work comes as frames", async () => {
  const { conversation, cli } = await begin();
  const pages = getPages(1, 1);
  conversation.saved.restore({ frames: turn(1), hasOlder: false, damaged: 0 }, pages);
  cli().write(assistant([{ type: "tool_use", id: "task", name: "Agent", input: { prompt: "look" } }]));
  await expect.poll(() => conversation.transcript.details("task")).toBeTruthy();
  await conversation.transcript.loadThread("task");
  expect(pages.asked).toEqual([]);
});

it("reads a subagent's work also where the call was cut before it named its agent, and all of it for a search", async () => {
  const { conversation } = await begin();
  const content = [{ type: "tool_use", id: "task", name: "Agent", input: { description: "look", prompt: "look" } }];
  conversation.saved.restore({ frames: [frame({ type: "assistant", uuid: "c", message: { id: "m", content } })], hasOlder: false, damaged: 0 }, getPages(1, 1));
  const parts: TranscriptPart[] = [];
  for await (const part of conversation.transcript.readParts()) parts.push(part);
  expect(parts).toHaveLength(1);
  const texts = await collectSearchableTexts(parts[0]!, textRenderer);
  expect(texts.filter(({ agents }) => agents[0] === "task").map(({ id }) => id)).toEqual(["task:task", "t1", "t2", "t3", "t4", "t5", "t6", "t7"]);
});

it("lists and finds prompts that are not loaded without keeping what it reads", async () => {
  const { transcript } = await restored(10, 2);
  const opened: (string | undefined)[] = [];
  transcript.setReopen(async (before) => {
    opened.push(before);
    return getPages(Number(before?.slice(1) ?? 11) - 1, 3);
  });
  expect((await transcript.listPrompts()).map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `p${10 - index}`));
  expect((await transcript.findEarlier("p3"))?.item).toMatchObject({ id: "p3", text: "ask 3" });
  expect(await transcript.findEarlier("gone")).toBeUndefined();
  expect(opened).toEqual(["p9", "p9", "p9"]);
  expect(transcript.prompts.map(({ id }) => id)).toEqual(["p10", "p9"]);
});
