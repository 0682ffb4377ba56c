import { expect, it } from "vitest";
import type { TranscriptReader } from "../../../../../extension/core/conversation/ports/ports.ts";
import type { Page } from "../../../../../extension/shared/contract/toWebview.ts";
import { frame, getIds, getPages, restored, turn } from "./transcriptSetup.ts";

const turns = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [`p${from + index}`, `t${from + index}`]).flat();

it("shows items far before the loaded ones without loading those between", async () => {
  const { transcript } = await restored(100, 2);
  transcript.noteListed([{ id: "p30" }]);
  const around = await transcript.loadPage("", { kind: "around", id: "p30" }, 6);
  expect(getIds(around)).toEqual(["t28", "p29", "t29", "p30", "t30", "p31"]);
  expect(around).toMatchObject({ hasOlder: true, hasNewer: true });
  expect([transcript.isLoaded("p30"), transcript.isLoaded("p80"), transcript.hasOlder]).toEqual([false, false, true]);
  expect(transcript.calls.details("t29")).toMatchObject({ command: "run 29" });
  expect(transcript.calls.find("t29")).toMatchObject({ id: "t29", kind: "tool" });
});

it("pages from a far item in both directions, to the first and newest one", async () => {
  const { transcript, pages } = await restored(100, 2);
  transcript.noteListed([{ id: "p30" }]);
  const first = await transcript.loadPage("", { kind: "around", id: "p30" }, 6);
  let older: Page = first;
  const back = getIds(first);
  while (older.hasOlder) {
    older = await transcript.loadPage("", { kind: "before", id: back[0]! }, 5);
    back.unshift(...getIds(older));
  }
  let newer: Page = first;
  const forward = getIds(first);
  while (newer.hasNewer) {
    newer = await transcript.loadPage("", { kind: "after", id: forward.at(-1)! }, 5);
    forward.push(...getIds(newer));
  }
  expect([...back.slice(0, back.indexOf("p30")), ...forward.slice(forward.indexOf("p30"))]).toEqual(turns(1, 100));
  // The first page and at most four more are loaded.
  expect(pages.reads).toHaveLength(5);
  // A call of a part that was released since has its details all the same.
  expect(transcript.calls.details("t3")).toBeUndefined();
  expect(await transcript.calls.findDetails("t3")).toMatchObject({ command: "run 3" });
});

it("finds the prompt beside a far item, and recognizes the first one", async () => {
  const { transcript } = await restored(100, 2);
  transcript.noteListed([{ id: "t31" }]);
  await transcript.loadPage("", { kind: "around", id: "t31" }, 2);
  expect(await transcript.prompts.findBeside("p31", -1)).toBe("p30");
  expect(await transcript.prompts.findBeside("t31", 1)).toBe("p32");
  expect(transcript.isFirst("p31")).toBe(false);
  transcript.noteListed([{ id: "p1" }]);
  await transcript.loadPage("", { kind: "around", id: "p1" }, 2);
  expect([transcript.isFirst("p1"), transcript.isFirst("p2")]).toEqual([true, false]);
});

it("reads far items again after other items became the first loaded ones", async () => {
  const { transcript } = await restored(100, 2);
  transcript.noteListed([{ id: "p30" }]);
  await transcript.loadPage("", { kind: "around", id: "p30" }, 4);
  await transcript.loadPages(10);
  const page = await transcript.loadPage("", { kind: "after", id: "p30" }, 4);
  expect(getIds(page)).toEqual(["t30", "p31", "t31", "p32"]);
  expect(transcript.isLoaded("p32")).toBe(false);
});

it("shows steps of a subagent far before the loaded items, and of a released one", async () => {
  const { conversation, transcript } = await restored(1, 1);
  const content = [{ type: "tool_use", id: "task", name: "Agent", input: { description: "look", prompt: "look" } }];
  const call = frame({ type: "assistant", uuid: "c", message: { id: "m", content } });
  const all = Array.from({ length: 40 }, (_, index) => (index === 2 ? [call] : turn(100 + index)));
  const { openAgent, follow } = getPages(1, 1);
  const reader = (end: number): TranscriptReader => {
    let at = end;
    const read = async () => ({ frames: all[--at]!, hasOlder: at > 0, damaged: 0 });
    return { read, openAgent, follow, copy: () => reader(at) };
  };
  const pages = reader(all.length);
  conversation.saved.restore(await pages.read(), pages);
  transcript.noteListed([{ id: "task" }]);
  await transcript.loadPage("", { kind: "around", id: "task" }, 2);
  await transcript.loadThread("task");
  expect(getIds(transcript.page("task", { kind: "end" }, 100))).toEqual(["t6", "t7"]);
  expect(getIds(await transcript.loadPage("task", { kind: "before", id: "t6" }, 3))).toEqual(["t3", "t4", "t5"]);
  expect(transcript.calls.details("t5")).toMatchObject({ command: "run 5" });
  transcript.noteListed([{ id: "t120" }]);
  await transcript.loadPage("", { kind: "around", id: "t120" }, 2);
  expect(getIds(transcript.page("task", { kind: "end" }, 100))).toEqual([]);
  await transcript.loadThread("task");
  expect(getIds(transcript.page("task", { kind: "end" }, 100))).toEqual(["t6", "t7"]);
});
