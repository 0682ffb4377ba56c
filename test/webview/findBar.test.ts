import { cleanup, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ConversationState } from "../../extension/shared/contract/conversationState.ts";
import type { FindQuery } from "../../extension/shared/contract/find.ts";
import type { Item } from "../../extension/shared/contract/items.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import FindWithRows from "./FindWithRows.svelte";
import { about, FakeHost, text } from "./fakeHost.ts";

/** jsdom paints nothing, and lays nothing out: matches are where this says, each time that one is scrolled to. */
let scrolls = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame"] });
  vi.stubGlobal(
    "Highlight",
    class extends Set<AbstractRange> {
      constructor(...ranges: readonly AbstractRange[]) {
        super(ranges);
      }
    },
  );
  vi.stubGlobal("CSS", { highlights: new Map() });
  scrolls = 0;
  Range.prototype.getBoundingClientRect = () => {
    scrolls++;
    return new DOMRect(0, 100, 50, 16);
  };
});
afterEach(() => {
  // The search ends while there is something to paint on.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Range.prototype, "getBoundingClientRect");
});

const marked = (name = "match") =>
  [...((CSS.highlights.get(name) ?? []) as Set<AbstractRange>)].map((range) => range.startContainer.textContent);

function opened(items: readonly Item[]) {
  const host = new FakeHost();
  const chats: ChatState[] = [];
  render(FindWithRows, { host, onChat: (chat: ChatState) => chats.push(chat) });
  const chat = chats[0] as ChatState;
  const frame = async () => {
    flushSync();
    // A change is announced in a microtask.
    await Promise.resolve();
    vi.advanceTimersByTime(16);
    flushSync();
    const count = scrolls;
    scrolls = 0;
    return count > 0;
  };
  const set = (state: Partial<ConversationState>) =>
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: state }] }));
  const put = (item: Item) =>
    chat.receive(about({ type: "changes", deltas: [{ kind: "put", thread: "", item, isNew: true }] }));
  const searches = () => host.sent.filter(({ type }) => type === "find").length;
  const answer = (found: Readonly<Record<string, number>>) => {
    const search = host.sent.findLast((message) => message.type === "find")?.search ?? 0;
    chat.receive(
      about({ type: "found", search, found: Object.entries(found).map(([id, count]) => ({ id, agents: [], count })) }),
    );
    return frame();
  };
  const find = (query: Partial<FindQuery>, found: Readonly<Record<string, number>>) => {
    chat.findState.look(query);
    return answer(found);
  };
  for (const item of items) put(item);
  chat.findState.open();
  flushSync();
  return { chat, frame, set, put, searches, answer, find };
}

it("searches once when it opens, and once more when a turn is over", async () => {
  const { chat, set, searches, find } = opened([text("a", "needle")]);
  await find({ text: "needle" }, { a: 1 });
  chat.findState.close();
  flushSync();
  chat.findState.open();
  flushSync();
  expect(searches()).toBe(2);
  set({ status: "working" });
  flushSync();
  set({ status: "idle" });
  flushSync();
  expect(searches()).toBe(3);
});

it("scrolls to a match once, and again for the same where that is asked for", async () => {
  const { frame, put, answer, find } = opened([text("a", "needle")]);
  expect(await find({ text: "needle" }, { a: 1 })).toBe(true);
  expect(await answer({ a: 1 })).toBe(false);
  put(text("b", "more"));
  expect(await frame()).toBe(false);
  screen.getByRole("button", { name: /^Next/ }).click();
  expect(await frame()).toBe(true);
});

it("scrolls once to the nearest match, and once to the counted one that appears later", async () => {
  const { frame, put, find } = opened([text("a", "[needle](https://needle.example/)")]);
  expect(await find({ text: "needle" }, { a: 2 })).toBe(true);
  put(text("b", "token"));
  expect(await frame()).toBe(false);
  put(text("a", "needle and needle"));
  expect(await frame()).toBe(true);
  put(text("a", "needle and needle, and more"));
  expect(await frame()).toBe(false);
});

it.each([
  ["the end is followed again", (chat: ChatState) => chat.follow()],
  [
    "the reader does something elsewhere",
    () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true })),
  ],
])("scrolls no more once %s", async (_, act) => {
  const { chat, frame, put, find } = opened([text("a", "[needle](https://needle.example/)")]);
  await find({ text: "needle" }, { a: 2 });
  act(chat);
  flushSync();
  put(text("a", "needle and needle"));
  expect(await frame()).toBe(false);
});

it("marks the rows that the host named, and what comes in them", async () => {
  const { frame, put, find } = opened([text("a", "one needle"), text("b", "no such needle")]);
  await find({ text: "needle" }, { a: 1 });
  expect([marked(), marked("current-match")]).toEqual([["one needle"], ["one needle"]]);
  put(text("a", "needle, needle"));
  await frame();
  expect(marked()).toHaveLength(2);
});

it("tries a person's own expression on nothing that still comes", async () => {
  const streaming: Item = { kind: "text", id: "a", text: "needle", isStreaming: true };
  const { frame, put, find } = opened([streaming, text("b", "needle")]);
  await find({ text: "n.*e", isRegex: true }, { a: 1, b: 1 });
  expect(marked()).toHaveLength(1);
  put(text("a", "needle"));
  await frame();
  expect(marked()).toHaveLength(2);
});

it("looks again at nothing for a time that runs", async () => {
  const item: Item = {
    kind: "tool",
    id: "a",
    tool: "Bash",
    toolKind: "command",
    subject: "needle",
    state: "done",
    threadSize: 0,
    elapsedMs: 200,
  };
  const { find } = opened([item]);
  await find({ text: "needle" }, { a: 1 });
  const asked = vi.spyOn(globalThis, "requestAnimationFrame");
  (document.querySelector(".time")?.firstChild as Text).data = "0.3 s";
  await Promise.resolve();
  expect(asked).not.toHaveBeenCalled();
  (document.querySelector(".subject")?.firstChild as Text).data = "other";
  await Promise.resolve();
  expect(asked).toHaveBeenCalledTimes(1);
});
