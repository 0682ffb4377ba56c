import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { Item, ToolItem } from "../../extension/shared/contract/items.ts";
import type { ThinkingDisplay } from "../../extension/shared/contract/panelOptions.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import { about, FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

/** A row, the search in it, and a way to have it come again as when it was scrolled away. */
function shown(item: Item, showThinking: ThinkingDisplay = "collapsed") {
  const host = new FakeHost();
  const chats: ChatState[] = [];
  const { container, rerender } = render(RowWithChat, {
    host,
    items: [item],
    onChat: (chat: ChatState) => chats.push(chat),
  });
  const chat = chats[0] as ChatState;
  chat.receive(about({ type: "options", options: { ...chat.options, showThinking } }));
  flushSync();
  const find = (text: string) => {
    chat.findState.open();
    chat.findState.look({ text });
    const search = host.sent.findLast((message) => message.type === "find")?.search ?? 0;
    chat.receive(about({ type: "found", search, found: [{ id: item.id, agents: [], count: 1 }] }));
    flushSync();
  };
  const comeAgain = async () => {
    await rerender({ items: [] });
    await rerender({ items: [item] });
  };
  return { host, chat, container, find, comeAgain };
}
const reply = (text: string): Item => ({ kind: "text", id: "a", text, isStreaming: false });
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join("\n");
const rows = (count: number) => Array.from({ length: count }, (_, index) => `| ${index} |`).join("\n");
const isFolded = (container: Element) => container.querySelector("pre")?.classList.contains("folded");

it("unfolds only the code that contains a match", () => {
  const { container, find } = shown(
    reply(`needle\n\n\`\`\`\n${lines(50)}\n\`\`\`\n\n- \`\`\`\n  ${lines(60).replaceAll("\n", "\n  ")}\n  \`\`\``),
  );
  find("needle");
  expect([...container.querySelectorAll("pre")].map((pre) => pre.classList.contains("folded"))).toEqual([true, true]);
  find("line 55");
  expect([...container.querySelectorAll("pre")].map((pre) => pre.classList.contains("folded"))).toEqual([true, false]);
});

it("keeps folded what the user folds during a search", () => {
  const { container, find } = shown(reply(`\`\`\`\n${lines(50)}\n\`\`\``));
  find("line 45");
  screen.getByRole("button", { name: "Show less" }).click();
  flushSync();
  expect(isFolded(container)).toBe(true);
});

it("shows the source of a diagram that contains a match", () => {
  const { chat, container, find } = shown(reply("```mermaid\nneedle\n```"));
  chat.view.setOpen("a//0/diagram", true);
  flushSync();
  expect(container.querySelector("pre")?.hidden).toBe(true);
  find("needle");
  expect(container.querySelector("pre")?.hidden).toBe(false);
});

it("shows the rows of a long table that contain a match", () => {
  const { container, find } = shown(reply(`| n |\n|---|\n${rows(300)}`));
  find("20");
  expect(container.querySelectorAll("tbody tr")).toHaveLength(256);
  find("290");
  expect(container.querySelectorAll("tbody tr")).toHaveLength(300);
});

it("unfolds a JSON tree down to the match", () => {
  const call: ToolItem = {
    kind: "tool",
    id: "a",
    tool: "mcp__x__y",
    toolKind: "mcp",
    subject: "",
    state: "done",
    threadSize: 0,
  };
  const data = {
    first: { second: { third: ["needle"] } },
    many: [...Array.from({ length: 450 }, (_, index) => index), "thread"],
  };
  const { chat, container, find } = shown(call);
  const open = () =>
    [...container.querySelectorAll("details")]
      .filter((each) => each.open)
      .map((each) => each.querySelector(".key")?.textContent);
  chat.view.setOpen("a", true);
  flushSync();
  chat.receive(
    about({
      type: "details",
      toolId: "a",
      details: { kind: "generic", input: "{}", output: { text: JSON.stringify(data), omitted: 0 } },
    }),
  );
  flushSync();
  expect(open()).toEqual(["first", "many"]);
  find("needle");
  expect(open()).toEqual(["first", "second", "third", "many"]);
  expect(container.textContent).not.toContain("thread");
  find("thread");
  expect(container.textContent).toContain("thread");
});

it.each(["collapsed", "expanded"] as const)(
  "shows thinking that contains a match if thinking is %s by default",
  (showThinking) => {
    const { find } = shown(
      { kind: "thinking", id: "a", text: "needle", isStreaming: false, startedAt: 0 },
      showThinking,
    );
    const button = screen.getByRole("button", { name: "Thinking" });
    const isOpen = () => button.getAttribute("aria-expanded") === "true";
    expect(isOpen()).toBe(showThinking === "expanded");
    find("needle");
    expect(isOpen()).toBe(true);
    button.click();
    flushSync();
    expect(isOpen()).toBe(false);
    find("needle");
    expect(isOpen()).toBe(true);
  },
);

it("keeps the unfolded parts of a row that was scrolled out of view", async () => {
  const { container, comeAgain } = shown(reply(`\`\`\`\n${lines(50)}\n\`\`\`\n\n| n |\n|---|\n${rows(300)}`));
  screen.getByRole("button", { name: "Show all 50 lines" }).click();
  screen.getByRole("button", { name: "Show 44 more rows" }).click();
  await comeAgain();
  expect(isFolded(container)).toBe(false);
  expect(container.querySelectorAll("tbody tr")).toHaveLength(300);
  screen.getByRole("button", { name: "Show less" }).click();
  await comeAgain();
  expect(isFolded(container)).toBe(true);
});
