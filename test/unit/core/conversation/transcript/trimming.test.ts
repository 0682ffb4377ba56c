import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import v8 from "node:v8";
import vm from "node:vm";
import { expect, it } from "vitest";
import type { TranscriptReader } from "../../../../../extension/core/conversation/ports/ports.ts";
import type { Frame } from "../../../../../extension/core/protocol/frames/decode.ts";
import { TranscriptPages } from "../../../../../extension/node/transcripts/transcriptPages.ts";
import { settled } from "../../protocol/setup.ts";
import { begin } from "../conversationSetup.ts";
import { frame, getIds, getPages, restored, turn } from "./transcriptSetup.ts";

const canTrim = () => true;
const everything = { kind: "end" } as const;

/** Opens a transcript of these frames, or the part before one of them. */
function openFrames(all: readonly Frame[]): (before: string | undefined) => Promise<TranscriptReader> {
  return async (before) => {
    const end = all.findIndex((each) => "uuid" in each && each.uuid === before);
    const frames = before === undefined ? all : all.slice(0, end);
    return { ...getPages(0, 1), read: async () => ({ frames, hasOlder: false, damaged: 0 }) };
  };
}

async function restoredFrom(frames: readonly Frame[]) {
  const { conversation } = await begin();
  conversation.saved.restore({ frames, hasOlder: false, damaged: 0 }, getPages(0, 1));
  const { transcript } = conversation;
  return { conversation, transcript, items: () => transcript.page("", everything, 10_000).items };
}

const message = (uuid: string, id: string, ...content: object[]) =>
  frame({ type: "assistant", uuid, message: { id, content } });
const text = (said: string) => ({ type: "text", text: said });
const call = (id: string) => ({ type: "tool_use", id, name: "Bash", input: { command: `run ${id}` } });
const answer = (...ids: string[]) =>
  frame({
    type: "user",
    uuid: `u-${ids}`,
    message: { content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: `output of ${id}` })) },
  });

/** One turn of `count` steps: two calls at once, mostly behind a paragraph, sometimes behind thinking without a row. */
function longTurn(count: number): Frame[] {
  const steps = Array.from({ length: count }, (_, n) => [
    ...(n % 4 === 1 ? [message(`b${n}`, `m${n}`, { type: "thinking", thinking: "" })] : []),
    ...(n % 3 === 2 ? [] : [message(`a${n}`, `m${n}`, text(`step ${n}`))]),
    message(`c${n}`, `m${n}`, call(`t${n}`)),
    message(`d${n}`, `m${n}`, call(`s${n}`)),
    ...(n % 2 === 0 ? [answer(`t${n}`, `s${n}`)] : [answer(`t${n}`), answer(`s${n}`)]),
  ]);
  return [turn(1)[0]!, ...steps.flat(), message("end", "m-end", text("All done."))];
}

it("releases the oldest items that are on disk, and reads them again", async () => {
  const { transcript, conversation } = await restored(100, 100);
  const asked: (string | undefined)[] = [];
  const open = async (before: string | undefined) => {
    asked.push(before);
    return before === undefined ? getPages(100, 100) : getPages(Number(before.slice(1)) - 1, 5);
  };
  await transcript.trim(20, { open, canTrim });
  expect(getIds(transcript.page("", everything, 100)).at(0)).toBe("p91");
  expect([transcript.isEmpty, transcript.calls.details("t5")]).toEqual([false, undefined]);
  conversation.submit("one more");
  expect(getIds(await transcript.loadPage("", { kind: "before", id: "p91" }, 4))).toEqual(["p89", "t89", "p90", "t90"]);
  expect(asked).toEqual([undefined, "p91"]);
  expect(transcript.calls.details("t90")).toMatchObject({ command: "run 90" });
  await transcript.loadPages(Number.POSITIVE_INFINITY);
  expect(transcript.prompts.loaded.map(({ id }) => id).slice(1)).toEqual(
    Array.from({ length: 100 }, (_, index) => `p${100 - index}`),
  );
});

it("keeps fewer long items than short ones", async () => {
  const frames = Array.from({ length: 50 }, (_, n) => [
    turn(n)[0]!,
    message(`a${n}`, `m${n}`, text("x".repeat(3_000))),
  ]).flat();
  const { transcript, items } = await restoredFrom(frames);
  await transcript.trim(20, { open: openFrames(frames), canTrim });
  expect(items().flatMap(({ kind, id }) => (kind === "prompt" ? [id] : []))).toEqual(["p48", "p49"]);
});

it("keeps nothing of released items in memory", async () => {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  const { transcript } = await restored(100, 100);
  const held = (() => {
    const [item] = transcript.page("", everything, 1_000).items;
    if (!item) throw new Error("there is no item");
    return new WeakRef(item);
  })();
  await transcript.trim(20, { open: async () => getPages(100, 100), canTrim });
  // A WeakRef holds what it was made of until the task is over.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(held.deref()).toBeUndefined();
  expect(transcript.hasOlder).toBe(true);
});

it("releases most of a single long turn, and reads it again as it was", async () => {
  const frames = longTurn(100);
  for (const count of [1, 7, 20]) {
    const { transcript, items } = await restoredFrom(frames);
    const before = items();
    await transcript.trim(count, { open: openFrames(frames), canTrim });
    expect(items().length).toBeLessThanOrEqual(count + 6);
    expect(before.slice(-items().length)).toEqual(items());
    expect(transcript.calls.details("t1")).toBeUndefined();
    await transcript.loadPages(Number.POSITIVE_INFINITY);
    expect(items()).toEqual(before);
    expect(transcript.calls.details("t1")).toMatchObject({ command: "run t1", output: { text: "output of t1" } });
    expect(transcript.hasOlder).toBe(false);
  }
});

it("keeps all while the end of the transcript does not show what it has", async () => {
  const frames = longTurn(100);
  const { transcript, items } = await restoredFrom(frames);
  const before = items();
  const unreadable = async (): Promise<undefined> => {
    throw new Error("the disk is gone");
  };
  for (const open of [async () => undefined, unreadable, openFrames(turn(2)), openFrames(frames.slice(0, 20))])
    await transcript.trim(20, { open, canTrim });
  await transcript.trim(20, { open: openFrames(frames), canTrim: () => false });
  expect([items(), transcript.hasOlder]).toEqual([before, false]);
});

const launched = {
  type: "user",
  version: "2.1.329",
  message: { content: [{ type: "tool_result", tool_use_id: "bg", content: "begun" }] },
  tool_use_result: { backgroundTaskId: "b1" },
};
const ended = {
  type: "system",
  subtype: "task_notification",
  task_id: "b1",
  tool_use_id: "bg",
  status: "failed",
  summary: "Failed with exit code 3",
};

it("keeps a call that still runs in the background, until it has ended", async () => {
  const { conversation, cli } = await begin();
  conversation.submit("go");
  const steps = [message("bg0", "m-bg", call("bg")), frame(launched), ...longTurn(100).slice(1)];
  for (const each of steps) cli().write(each);
  cli().write({ type: "result", subtype: "success", session_id: "s1", uuid: "r1" });
  await settled();
  const { transcript } = conversation;
  const items = () => transcript.page("", everything, 10_000).items;
  const [prompt, background] = items();
  expect([conversation.state.status, background]).toMatchObject(["idle", { id: "bg", state: "running" }]);
  const saved = [frame({ type: "user", uuid: prompt?.id, message: { content: "go" } }), ...steps];
  const before = items();
  await transcript.trim(20, { open: openFrames(saved), canTrim });
  expect(items()).toEqual(before);
  cli().write(ended);
  await settled();
  const after = items();
  expect(after[1]).toMatchObject({ id: "bg", state: "failed" });
  await transcript.trim(20, { open: openFrames([...saved, frame(ended)]), canTrim });
  expect(items().length).toBeLessThan(30);
  await transcript.loadPages(Number.POSITIVE_INFINITY);
  expect(getIds({ items: items() })).toEqual(getIds({ items: after }));
  expect(items()[1]).toMatchObject({ id: "bg", state: "failed" });
});

it("shows the end of a released command that the kept part reports", async () => {
  const [prompt, ...steps] = longTurn(100);
  const frames = [prompt!, message("bg0", "m-bg", call("bg")), frame(launched), ...steps, frame(ended)];
  const { transcript, items } = await restoredFrom(frames);
  const before = items();
  await transcript.trim(20, { open: openFrames(frames), canTrim });
  expect(items().length).toBeLessThan(30);
  await transcript.loadPages(Number.POSITIVE_INFINITY);
  expect(items()).toEqual(before);
  expect(items()[1]).toMatchObject({ id: "bg", state: "failed" });
});

const fixtures = fileURLToPath(new URL("../../../../fixtures/", import.meta.url));
const saved = fs.readdirSync(fixtures).filter((name) => name.endsWith(".jsonl"));

it.each(saved)("shows the transcript of %s as before, after it was released and read again", async (name) => {
  const open = async (before: string | undefined) => new TranscriptPages(path.join(fixtures, name), { before });
  const pages = await open(undefined);
  const { conversation } = await begin();
  conversation.saved.restore(await pages.read(), pages);
  const { transcript } = conversation;
  const items = () => transcript.page("", everything, 10_000).items;
  const before = items();
  await transcript.trim(1, { open, canTrim });
  await transcript.loadPages(Number.POSITIVE_INFINITY);
  expect(items()).toEqual(before);
});
