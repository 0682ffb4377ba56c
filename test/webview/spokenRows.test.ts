import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { Banner } from "../../extension/shared/contract/banner.ts";
import type { ConversationState, StatePatch } from "../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import App from "../../webview/App.svelte";
import { ChatState } from "../../webview/state/chatState.svelte.ts";
import { useFakePage } from "./appSetup.ts";
import { about, FakeHost, idle, shown, snapshot } from "./fakeHost.ts";

useFakePage();

const warning: Banner = { id: 1, kind: "warning", text: "Wrong", buttons: [] };
const progress: Banner = { id: 2, kind: "progress", text: "Copying", buttons: [] };
const untrusted = { status: "ended", problem: { code: "untrusted" } } as const;
const other = "c2" as ConversationId;

/** A page; `host` is that of the page before if this one replaces it. */
function load(host = new FakeHost()) {
  const chat = new ChatState(host);
  const { container, unmount } = render(App, { chat });
  /** Returns true if a screen reader reads a row that appears or changes; undefined without such a row. */
  const isLive = (text: string): boolean | undefined => {
    const rows = [...container.querySelectorAll("[role=alert],[role=status]:not([aria-label])")];
    const row = rows.find((each) => each.textContent?.toLowerCase().includes(text.toLowerCase()));
    return row && row.getAttribute("aria-live") !== "off";
  };
  const show = (state: ConversationState = idle, conversation = shown): void => {
    chat.receive(about({ ...snapshot(), state }, conversation));
    flushSync();
  };
  const change = (set: StatePatch): void => {
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set }] }));
    flushSync();
  };
  const banners = (list: readonly Banner[], conversation = shown): void => {
    chat.receive(about({ type: "banners", banners: list }, conversation));
    flushSync();
  };
  const replace = () => {
    unmount();
    return load(host);
  };
  return { chat, isLive, show, change, banners, replace };
}

const rows: [string, Partial<ConversationState>, string][] = [
  ["a problem", untrusted, "not trusted"],
  ["a repository", { repository: { revision: "1", entries: [], choice: undefined } }, "configures claude"],
  ["another program", { externalUse: { by: "window", isWaiting: false } }, "window"],
  ["an interruption", { isInterrupted: true }, "interrupted"],
  ["a restart", { needsRestart: ["model"] }, "restart"],
  ["a silence", { status: "working", silentSince: Date.now() - 130_000 }, "No response for 2 min"],
  ["unsaved files", { unsaved: ["/w/a.ts"], queue: [{ id: "q", text: "go" }] }, "a.ts"],
];

it.each(rows)("announces a row only when new, not when the page is shown again: %s", (_name, set, text) => {
  const page = load();
  page.show();
  page.change(set);
  expect(page.isLive(text)).toBe(true);
  page.change({ title: "another" });
  expect(page.isLive(text)).toBe(true);
  const again = page.replace();
  again.show({ ...idle, ...set });
  expect(again.isLive(text)).toBe(false);
  again.change({ title: "a third" });
  expect(again.isLive(text)).toBe(false);
});

it("announces new and returning rows, and those of a first page", () => {
  const page = load();
  page.show({ ...idle, ...untrusted });
  expect(page.isLive("not trusted")).toBe(true);
  const again = page.replace();
  again.show({ ...idle, status: "ended", problem: { code: "noFolder" } });
  expect(again.isLive("folder should claude")).toBe(true);
  const third = again.replace();
  third.show({ ...idle, status: "ended", problem: { code: "noFolder" } });
  expect(third.isLive("folder should claude")).toBe(false);
  third.change(untrusted);
  expect(third.isLive("not trusted")).toBe(true);
  third.change({ status: "idle", problem: null });
  third.change({ status: "ended", problem: { code: "noFolder" } });
  expect(third.isLive("folder should claude")).toBe(true);
});

it("announces a row of a conversation that is shown again only if it changed", () => {
  const page = load();
  page.show({ ...idle, ...untrusted });
  page.show(idle, other);
  page.show({ ...idle, ...untrusted });
  expect(page.isLive("not trusted")).toBe(false);
});

it("announces a new banner, but not when its page or conversation returns", () => {
  const page = load();
  page.show();
  page.banners([]);
  page.banners([warning]);
  page.banners([warning, { ...warning, id: 3, text: "Late" }]);
  expect([page.isLive("Wrong"), page.isLive("Late")]).toEqual([true, true]);
  page.show(idle, other);
  page.banners([], other);
  page.show();
  page.banners([warning]);
  expect(page.isLive("Wrong")).toBe(false);
  const again = page.replace();
  again.show();
  again.banners([warning]);
  expect(again.isLive("Wrong")).toBe(false);
  again.banners([warning, { ...warning, id: 4, text: "New" }]);
  expect([again.isLive("Wrong"), again.isLive("New")]).toEqual([false, true]);
});

it("announces a progress once, and not its further texts", () => {
  const page = load();
  page.show();
  page.banners([progress]);
  const first = page.chat.announcement;
  expect(first).toEqual({ text: "Copying" });
  page.banners([{ ...progress, text: "Copying: 1 of 2" }]);
  page.show(idle, other);
  page.show();
  page.banners([progress]);
  expect(page.chat.announcement).toBe(first);
  const again = page.replace();
  again.show();
  again.banners([progress]);
  expect(again.chat.announcement).toBeUndefined();
});
