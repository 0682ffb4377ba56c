import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { ToolItem } from "../../extension/shared/contract/items.ts";
import type { Page } from "../../extension/shared/contract/toWebview.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import { useFakeLayout } from "./appSetup.ts";
import { about, FakeHost, text } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

const agent: ToolItem = {
  kind: "tool",
  id: "a",
  tool: "Agent",
  toolKind: "agent",
  subject: "Look",
  state: "running",
  threadSize: 500,
};
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
  chat.view.setOpen("a", true);
  flushSync();
  chat.receive(about({ type: "page", page: page(500 - count, count, { kind: "end" }) }));
  flushSync();
  return { host, chat };
}
const asked = (host: FakeHost) => host.sent.filter(({ type }) => type === "loadPage");

it("shows a few steps directly, with a button for earlier ones", () => {
  const { host } = opened(10);
  expect(screen.getAllByRole("article")).toHaveLength(10);
  screen.getByRole("button", { name: "Show earlier steps" }).click();
  expect(asked(host)).toEqual([{ type: "loadPage", thread: "a", at: { kind: "before", id: "s490" } }]);
});

it("renders only the visible steps of a long thread", () => {
  opened(100);
  expect(screen.getByRole("group", { name: "Steps" })).toBeTruthy();
  expect(screen.queryAllByRole("article").length).toBeLessThan(100);
});

it("requests the steps around a search match once, and stops following the end", () => {
  const { host, chat } = opened(100);
  chat.findState.open();
  chat.findState.look({ text: "s42" });
  const search = host.sent.findLast((message) => message.type === "find");
  chat.receive(
    about({
      type: "found",
      search: search?.type === "find" ? search.search : 0,
      found: [{ id: "s42", agents: ["a"], count: 1 }],
    }),
  );
  flushSync();
  expect(asked(host)).toEqual([{ type: "loadPage", thread: "a", at: { kind: "around", id: "s42" } }]);
  chat.receive(about({ type: "page", page: page(0, 100, { kind: "around", id: "s42" }) }));
  flushSync();
  expect(chat.threads.get("a")?.isFollowing).toBe(false);
  expect(asked(host)).toHaveLength(1);
});

it("loads later steps if few are loaded and they are the first", () => {
  const { host, chat } = opened(100);
  chat.threads.get("a")!.isFollowing = false;
  chat.receive(about({ type: "page", page: page(0, 60, { kind: "around", id: "s0" }) }));
  flushSync();
  const box = screen.getByRole("group", { name: "Steps" });
  Object.defineProperties(box, { clientHeight: { value: 480 }, scrollHeight: { value: 700 } });
  box.dispatchEvent(new Event("scroll"));
  expect(asked(host)).toEqual([{ type: "loadPage", thread: "a", at: { kind: "after", id: "s59" } }]);
});

const details = { kind: "agent", task: "Look around", report: "## It is **there**, in `a_b`\n\nReally." } as const;

it("shows the folded task before the steps, and the report as Markdown after them", () => {
  const { host, chat } = opened(2);
  expect(host.sent).toContainEqual({ type: "openDetails", toolId: "a" });
  chat.receive(about({ type: "details", toolId: "a", details }));
  flushSync();
  const rows = [...document.querySelectorAll("[data-item]")].map((row) => row.getAttribute("data-item"));
  expect(rows).toEqual(["a", "task:a", "s498", "s499", "report:a"]);
  expect(document.querySelector("strong")).toBeNull();
  expect(screen.getByRole("button", { name: /^Report/ }).textContent).toMatch(/It is there, in a_b$/);
  screen.getByRole("button", { name: /^Report/ }).click();
  flushSync();
  expect(document.querySelector("strong")?.textContent).toBe("there");
});

it("shows a report once if it equals the last step, and unfolds it for searches", () => {
  const { host, chat } = opened(2);
  chat.receive(about({ type: "details", toolId: "a", details: { ...details, report: "s499" } }));
  flushSync();
  expect([...document.querySelectorAll("[data-item]")].map((row) => row.getAttribute("data-item"))).toEqual([
    "a",
    "task:a",
    "s498",
    "s499",
  ]);
  chat.showMatch({ id: "s499", agents: ["a"] });
  flushSync();
  expect(screen.getByRole("button", { name: "Report" }).getAttribute("aria-expanded")).toBe("true");
  expect(asked(host)).toEqual([]);
});

it("announces no steps for an agent that has ended", () => {
  const host = new FakeHost();
  const chats: ChatState[] = [];
  render(RowWithChat, {
    host,
    items: [{ ...agent, state: "done", threadSize: 0 }],
    onChat: (chat: ChatState) => chats.push(chat),
  });
  chats[0]?.view.setOpen("a", true);
  flushSync();
  expect(screen.queryByText("No steps yet.")).toBeNull();
  chats[0]?.receive(about({ type: "details", toolId: "a", details }));
  flushSync();
  expect(screen.getByRole("button", { name: /^Report/ })).toBeTruthy();
});
