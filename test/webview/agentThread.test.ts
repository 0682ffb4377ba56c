import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { ToolItem } from "../../extension/contract/items.ts";
import type { Page } from "../../extension/contract/toWebview.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import { useFakeLayout } from "./appSetup.ts";
import { about, FakeHost, text } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

const agent: ToolItem = { kind: "tool", id: "a", tool: "Agent", toolKind: "agent", subject: "Look", state: "running", threadSize: 500 };
const page = (from: number, count: number, at: Page["at"]): Page => ({
  thread: "a",
  at,
  items: Array.from({ length: count }, (_, index) => text(`s${from + index}`)),
  hasOlder: from > 0,
  hasNewer: from + count < 500,
});

useFakeLayout();

/** The opened card of a subagent with its last steps. */
function opened(count: number) {
  const host = new FakeHost();
  const chats: ChatState[] = [];
  render(RowWithChat, { host, items: [agent], onChat: (chat: ChatState) => chats.push(chat) });
  const chat = chats[0] as ChatState;
  chat.setOpen("a", true);
  flushSync();
  chat.receive(about({ type: "page", page: page(500 - count, count, { kind: "end" }) }));
  flushSync();
  return { host, chat };
}
const asked = (host: FakeHost) => host.sent.filter(({ type }) => type === "loadPage");

it("shows a few steps as they are, with a way to the earlier ones", () => {
  const { host } = opened(10);
  expect(screen.getAllByRole("article")).toHaveLength(10);
  screen.getByRole("button", { name: "Show earlier steps" }).click();
  expect(asked(host)).toEqual([{ type: "loadPage", thread: "a", at: { kind: "before", id: "s490" } }]);
});

it("shows many in a box that draws those on the screen only", () => {
  opened(100);
  expect(screen.getByRole("group", { name: "Steps" })).toBeTruthy();
  expect(screen.queryAllByRole("article").length).toBeLessThan(100);
});

it("fetches the steps around what a search found, once, and follows the end no more", () => {
  const { host, chat } = opened(100);
  chat.finding.open();
  chat.finding.look({ text: "s42" });
  const search = host.sent.findLast((message) => message.type === "find");
  chat.receive(about({ type: "found", search: search?.type === "find" ? search.search : 0, found: [{ id: "s42", agents: ["a"], count: 1 }] }));
  flushSync();
  expect(asked(host)).toEqual([{ type: "loadPage", thread: "a", at: { kind: "around", id: "s42" } }]);
  chat.receive(about({ type: "page", page: page(0, 100, { kind: "around", id: "s42" }) }));
  flushSync();
  expect(chat.threads.get("a")?.isFollowing).toBe(false);
  expect(asked(host)).toHaveLength(1);
});
