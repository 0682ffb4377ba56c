import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { Item, ToolItem } from "../../extension/shared/contract/items.ts";
import type { NoticeItem } from "../../extension/shared/contract/notices.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import { useFakeLayout } from "./appSetup.ts";
import { about, FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

useFakeLayout();

it("shows the data of a row that can't be drawn, and draws its neighbors normally", () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => {});
  const items = [
    { kind: "text", id: "a", text: "**before**", isStreaming: false },
    { kind: "turn", id: "b", outcome: "done", costUsd: "not a number" },
    { kind: "notice", id: "c", level: "info", notice: { code: "from the future", text: "words" } },
    { kind: "text", id: "d", text: "**after**", isStreaming: false },
  ] as unknown as Item[];
  const { container } = render(RowWithChat, { host: new FakeHost(), items });
  expect([...container.querySelectorAll("strong")].map((element) => element.textContent)).toEqual(["before", "after"]);
  expect(screen.getAllByRole("note").map((element) => element.textContent)).toEqual([
    expect.stringContaining("not a number"),
    expect.stringContaining("from the future"),
  ]);
  expect(complained).toHaveBeenCalledTimes(2);
});

it("leaves it to the panel to announce a notice: a row comes again with scrolling", () => {
  const items: Item[] = [
    { kind: "notice", id: "n", level: "info", notice: { code: "text", text: "noted" } },
    { kind: "turn", id: "t", outcome: "failed", message: "why" },
  ];
  const host = new FakeHost();
  const chats: ChatState[] = [];
  render(RowWithChat, { host, items, onChat: (chat: ChatState) => chats.push(chat) });
  expect(screen.getAllByRole("alert").map((element) => element.getAttribute("aria-live"))).toEqual(["off", "off"]);
  chats[0]?.receive(
    about({ type: "changes", deltas: [{ kind: "put", thread: "", item: items[0] as Item, isNew: true }] }),
  );
  expect(chats[0]?.announcement).toEqual({ text: "noted" });
});

it("keeps the lines of what the CLI answers by itself", () => {
  const text = "Total cost: $0\nTotal duration: 0 s";
  const items: Item[] = [
    { kind: "text", id: "a", text, isStreaming: false, isFromCli: true },
    { kind: "text", id: "b", text, isStreaming: false },
  ];
  render(RowWithChat, { host: new FakeHost(), items });
  const shown = screen.getAllByRole("article").map((article) => article.querySelector(".markdown p") as Element);
  expect(shown.map((paragraph) => [paragraph.textContent, getComputedStyle(paragraph).whiteSpace])).toEqual([
    [text, "pre-line"],
    [text, expect.not.stringContaining("pre")],
  ]);
});

it("offers what can be done with unsaved changes of a file that claude changed", () => {
  const host = new FakeHost();
  const place = { path: "/w/a.ts", shown: "a.ts" };
  const items: Item[] = [
    { kind: "notice", id: "a", level: "warning", notice: { code: "bufferBehind", ...place } },
    { kind: "notice", id: "b", level: "warning", notice: { code: "bufferUnmergeable", ...place } },
    { kind: "notice", id: "c", level: "info", notice: { code: "bufferMerged", ...place } },
  ];
  render(RowWithChat, { host, items });
  const buttons = screen.getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Compare", "Merge", "Compare"]);
  for (const button of buttons) button.click();
  expect(host.sent.slice(-3)).toEqual(
    ["compare", "merge", "compare"].map((action) => ({ type: "resolveBuffer", path: "/w/a.ts", action })),
  );
});

it("offers both directions where there is another rewind to undo, or to redo", () => {
  const host = new FakeHost();
  const notices: NoticeItem["notice"][] = [
    { code: "rewindUndone", files: 1, isTruncated: false, undo: true, more: true },
    { code: "rewindRedone", files: 1, isTruncated: false, undo: true, more: true },
    { code: "rewindUndone", isTruncated: true, more: true },
  ];
  const items = notices.map((notice, index): Item => ({ kind: "notice", id: `n${index}`, level: "info", notice }));
  render(RowWithChat, { host, items });
  const names = screen
    .getAllByRole("alert")
    .map((alert) => [...alert.querySelectorAll("button")].map(({ textContent }) => textContent));
  expect(names).toEqual([["Undo", "Redo"], ["Undo", "Redo"], ["Undo"]]);
});

it("offers the way back from all that restored files, also after an interruption", () => {
  const host = new FakeHost();
  const rewind = { step: "rewind", prompt: "make it", undo: true } as const;
  const notices: NoticeItem["notice"][] = [
    { code: "rewound", files: 1, isTruncated: true, prompt: "make it", undo: true },
    { code: "filesRestored", files: 2, undo: true },
    { code: "rewindFinished", ...rewind },
    { code: "rewindRedone", files: 1, isTruncated: false, undo: true },
    { code: "rewindUndone", files: 1, isTruncated: false, undo: true },
    { code: "rewindFinished", ...rewind, step: "undo" },
    { code: "rewound", files: 1, isTruncated: false, prompt: "make it" },
  ];
  const items = notices.map((notice, index): Item => ({ kind: "notice", id: `n${index}`, level: "info", notice }));
  render(RowWithChat, { host, items });
  const buttons = (name: string) => screen.getAllByRole("button", { name });
  expect(screen.getAllByRole("alert").map((alert) => alert.querySelector("button")?.textContent)).toEqual([
    ...Array(4).fill("Undo"),
    ...Array(2).fill("Redo"),
    undefined,
  ]);
  for (const button of [...buttons("Undo"), ...buttons("Redo")]) button.click();
  const actions = host.sent.flatMap((message) => (message.type === "runCommand" ? [message.action] : []));
  expect(actions).toEqual([...Array(4).fill("undoRewind"), ...Array(2).fill("redoRewind")]);
});

it("folds only a long message, with buttons that show all of it and less", () => {
  const height = vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(function (
    this: HTMLElement,
  ) {
    const lines = (this.textContent ?? "").split("\n").length;
    return 18 * (this.classList.contains("box") ? Math.min(lines, 12) : lines);
  });
  const prompt = (id: string, lines: number): Item => ({
    kind: "prompt",
    id,
    text: Array.from({ length: lines }, (_, line) => `line ${line}`).join("\n"),
  });
  const { container } = render(RowWithChat, { host: new FakeHost(), items: [prompt("long", 30), prompt("short", 12)] });
  flushSync();
  const cut = () =>
    [...container.querySelectorAll(".cut")].map((element) => element.closest("[data-item]")?.getAttribute("data-item"));
  expect(cut()).toEqual(["long"]);
  screen.getByRole("button", { name: "Show all" }).click();
  flushSync();
  expect(cut()).toEqual([]);
  screen.getByRole("button", { name: "Show less" }).click();
  flushSync();
  expect(cut()).toEqual(["long"]);
  height.mockRestore();
});

it("keeps an edit's last text until its card replaces it, and no other call's", async () => {
  const call = (more: Partial<ToolItem>): ToolItem => ({
    kind: "tool",
    id: "e",
    tool: "Edit",
    toolKind: "edit",
    subject: "a.ts",
    path: "/w/a.ts",
    state: "queued",
    threadSize: 0,
    ...more,
  });
  const host = new FakeHost();
  const { rerender } = render(RowWithChat, {
    host,
    items: [call({ isStreaming: true, replacedText: "old", inputText: "new" })],
  });
  const shown = () => screen.queryByLabelText("New text")?.textContent;
  expect(shown()).toBe("new");
  for (const state of ["queued", "running"] as const) {
    await rerender({ items: [call({ state })] });
    expect(shown()).toBe("new");
  }
  for (const state of ["waiting", "done"] as const) {
    await rerender({ items: [call({ state })] });
    expect(shown()).toBeUndefined();
  }
  const command = { id: "c", tool: "Bash", toolKind: "command", subject: "ls" } as const;
  await rerender({ items: [call({ ...command, isStreaming: true, inputText: "ls" })] });
  await rerender({ items: [call({ ...command, state: "running" })] });
  expect(shown()).toBeUndefined();
});
