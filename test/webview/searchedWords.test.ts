import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, it } from "vitest";
import type { Item, ToolItem } from "../../extension/shared/contract/items.ts";
import type { ToolDetails } from "../../extension/shared/contract/tools.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import { matchRanges, toMeasurable } from "../../webview/transcript/find/markMatches.ts";
import { about, FakeHost, text } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

const call = (more: Partial<ToolItem>): Item => ({
  kind: "tool",
  id: "a",
  tool: "Grep",
  toolKind: "search",
  subject: "subject",
  state: "done",
  threadSize: 0,
  ...more,
});

/** Returns the matches of an expression in a row, which is opened if it has details. */
async function searched(expression: RegExp, item: Item, details?: ToolDetails): Promise<readonly string[]> {
  const chats: ChatState[] = [];
  render(RowWithChat, { host: new FakeHost(), items: [item], onChat: (chat: ChatState) => chats.push(chat) });
  if (details) {
    chats[0]?.view.setOpen("a", true);
    await tick();
    chats[0]?.receive(about({ type: "details", toolId: "a", details }));
    await tick();
  }
  const row = document.querySelector("[data-item]") as Element;
  return matchRanges(row, expression).map((range) => String(toMeasurable(range)));
}

it("searches messages, but not the labels of the panel", async () => {
  const reply: Item = { kind: "text", id: "a", text: "One `two`:\n\n```ts\nthree\n```", isStreaming: false, at: 1 };
  expect(await searched(/\S+/g, reply)).toEqual(["One", "two:", "three"]);
});

it("searches the subject of a call, but not its outcome or time", async () => {
  expect(await searched(/\S+/g, call({ summary: { code: "matches", count: 2 }, elapsedMs: 2_000 }))).toEqual([
    "subject",
  ]);
});

it("searches file locations, although they are buttons", async () => {
  const details: ToolDetails = {
    kind: "places",
    notes: [],
    places: [{ path: "file.ts", line: 7, text: "found" }],
    omitted: 0,
  };
  expect(await searched(/\S+/g, call({}), details)).toEqual(["subject", "file.ts:7", "found"]);
});

it("searches the lines of a diff without their numbers and signs", async () => {
  const line = (sign: "+" | "-", text: string) => ({ sign, text });
  const details: ToolDetails = {
    kind: "diff",
    hunks: [{ oldStart: 7, newStart: 7, lines: [line("-", "one"), line("+", "two")] }],
  };
  expect(await searched(/one|two|\d|[+-]/g, call({ tool: "Edit", toolKind: "edit" }), details)).toEqual(["one", "two"]);
});

it("does not search rows inside another row, which are found separately", async () => {
  const chats: ChatState[] = [];
  const agent = call({ tool: "Agent", toolKind: "agent", state: "running", threadSize: 1 });
  render(RowWithChat, { host: new FakeHost(), items: [agent], onChat: (chat: ChatState) => chats.push(chat) });
  chats[0]?.view.setOpen("a", true);
  await tick();
  const page = {
    thread: "a",
    at: { kind: "end" },
    items: [text("step", "A step")],
    hasOlder: false,
    hasNewer: false,
  } as const;
  chats[0]?.receive(about({ type: "page", page }));
  await tick();
  const words = [...document.querySelectorAll("[data-item]")].map((row) =>
    matchRanges(row, /subject|step/g).map((range) => String(toMeasurable(range))),
  );
  expect(words).toEqual([["subject"], ["step"]]);
});
