import { expect, it } from "vitest";
import { ConversationList } from "../../../../../extension/core/conversations/list/conversationList.ts";
import type { SessionSummary } from "../../../../../extension/core/conversations/list/sessionCatalog.ts";
import { failures } from "../../../../../extension/shared/base/failure.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { createEmptyState } from "../../../../../extension/shared/contract/conversationState.ts";
import {
  formatAge,
  formatShortTitle,
  getGroupOfTime,
  getStatusText,
} from "../../../../../extension/shared/text/conversationList.ts";
import { ask, memoryPins, openWindow, savedList } from "../setup.ts";

const session = (sessionId: string, time: number): SessionSummary => ({
  sessionId,
  folder: "/w",
  title: `Title of ${sessionId}`,
  firstPrompt: "",
  time,
});
const result = { type: "result", subtype: "success", session_id: "s1" };
const begun = { type: "system", subtype: "init", session_id: "s1" };

async function setup(saved: readonly SessionSummary[] = []) {
  const window = openWindow();
  const list = new ConversationList({
    conversations: window.conversations,
    saved: savedList(async () => saved),
    pins: memoryPins(),
    logger: silentLogger,
  });
  let changes = 0;
  list.onDidChange(() => changes++);
  const shown = window.conversations.restore();
  await shown.open();
  return { ...window, list, shown, changes: () => changes, states: () => list.all.map(({ state }) => state) };
}

it("lists open before saved conversations, an open one once by its saved title", async () => {
  const { list, shown, clis } = await setup([session("s2", 2), session("s1", 1)]);
  expect(list.all).toEqual([]);
  await list.refresh();
  expect(list.all.map(({ key }) => key)).toEqual(["s2", "s1"]);
  shown.conversation.submit("do it");
  expect(list.all[0]).toMatchObject({ key: shown.id, title: "do it", isCurrent: true });
  clis[0]?.write(begun);
  expect(list.all).toMatchObject([
    { key: shown.id, title: "Title of s1", state: "working" },
    { key: "s2", state: "saved" },
  ]);
});

it("shows no title after a rewind to the first message", async () => {
  const { list, shown, clis } = await setup([session("s1", 1)]);
  shown.conversation.submit("do it");
  clis[0]?.write(begun);
  clis[0]?.write(result);
  await list.refresh();
  expect(list.all).toMatchObject([{ key: shown.id, title: "Title of s1" }]);
  shown.conversation.rewinds.truncateBefore(shown.conversation.transcript.prompts.loaded[0]?.id ?? "");
  expect(list.all).toMatchObject([{ key: shown.id, title: "" }]);
});

it("shows the state of each conversation, and which finished unseen", async () => {
  const { shown, clis, conversations, states } = await setup();
  shown.conversation.submit("do it");
  clis[0]?.write(ask("r1"));
  await expect.poll(states).toEqual(["waiting"]);
  shown.conversation.permissions.decide("r1", shown.conversation.state.requests[0]!.revision, { kind: "deny" });
  expect(states()).toEqual(["working"]);
  shown.conversation.lifeSigns.showSilence(1);
  expect(states()).toEqual(["silent"]);
  const other = conversations.create();
  conversations.show(other.id);
  clis[0]?.write(result);
  expect(states()).toEqual(["unseen"]);
  conversations.show(shown.id);
  expect(states()).toEqual(["idle"]);
  await shown.conversation.rest();
  expect(states()).toEqual(["resting"]);
  await shown.wake();
  clis[1]?.end(failures.cliExited(1, null, "boom"));
  expect(states()).toEqual(["failed"]);
});

it("lists a conversation with a draft, but no empty one", async () => {
  const { list, conversations, shown } = await setup();
  conversations.show(conversations.create().id);
  expect(list.all).toEqual([]);
  shown.draft = "half a thought";
  expect(list.all).toMatchObject([{ key: shown.id, title: "" }]);
});

it("reads saved conversations again after an error, and once for many calls", async () => {
  const { conversations } = openWindow();
  let reads = 0;
  const list = new ConversationList({
    conversations,
    saved: savedList(async () => {
      if (reads++ === 0) throw new Error("no");
      return [session("s1", 1)];
    }),
    pins: memoryPins(),
    logger: silentLogger,
  });
  await list.refresh();
  expect(list.all).toEqual([]);
  await Promise.all(Array.from({ length: 10 }, () => list.refresh()));
  expect(list.all).toHaveLength(1);
  expect(reads).toBeLessThanOrEqual(3);
});

it("reads saved conversations again after a change on disk until it is disposed", async () => {
  const { conversations } = openWindow();
  const watchers: (() => void)[] = [];
  let sessions = [session("s1", 1)];
  const watch = (changed: () => void) => {
    watchers.push(changed);
    return { dispose: () => void watchers.splice(watchers.indexOf(changed), 1) };
  };
  const list = new ConversationList({
    conversations,
    saved: { ...savedList(async () => sessions), watch },
    pins: memoryPins(),
    logger: silentLogger,
  });
  expect(watchers).toEqual([]);
  await list.refresh();
  sessions = [session("s2", 2), ...sessions];
  watchers[0]?.();
  await expect.poll(() => list.all.map(({ key }) => key)).toEqual(["s2", "s1"]);
  expect(watchers).toHaveLength(1);
  list.dispose();
  expect(watchers).toEqual([]);
});

it("groups conversations by day and formats their ages", () => {
  const now = new Date(2026, 10, 21, 9).getTime();
  const hours = (count: number) => now - count * 3_600_000;
  expect([1, 8, 10, 30, 40, 150, 200].map((count) => getGroupOfTime(hours(count), now))).toEqual([
    "today",
    "today",
    "yesterday",
    "yesterday",
    "week",
    "week",
    "older",
  ]);
  expect([0, 0.5, 3, 25, 80].map((count) => formatAge(hours(count), now))).toEqual([
    "just now",
    "30 min ago",
    "3 h ago",
    "1 day ago",
    "3 days ago",
  ]);
  expect(formatAge(now + 60_000, now)).toBe("just now");
});

it("shows waiting requests, else the current activity, model and context in the status bar", () => {
  const idle = { ...createEmptyState("/w"), status: "idle" as const };
  expect([
    getStatusText(idle, 0),
    getStatusText({ ...idle, status: "working" }, 0),
    getStatusText(idle, 1),
    getStatusText(idle, 3),
  ]).toEqual(["Tandem", "Working…", "Waiting for you (1)", "Waiting for you (3)"]);
  // One state at a time.
  expect([
    getStatusText({ ...idle, status: "working" }, 1),
    getStatusText({ ...idle, failure: "overloaded" }, 0),
    getStatusText({ ...idle, failure: "overloaded", status: "working" }, 0),
    getStatusText({ ...idle, status: "starting", silentSince: 1 }, 0),
    getStatusText({ ...idle, problem: { code: "repository" } }, 0),
  ]).toEqual(["Waiting for you (1)", "Failed", "Working…", "No response", "Waiting for you"]);
  expect(
    getStatusText({ ...idle, reported: { model: "opus" }, contextTokens: 25_000, contextWindow: 200_000 }, 0),
  ).toBe("Tandem · opus · 13%");
});

it("shortens a long title", () => {
  expect(formatShortTitle("Make it warm")).toBe("Make it warm");
  expect(formatShortTitle("Make the greeting friendlier in every language")).toBe("Make the greeting friendlier…");
});

it("returns the row of the current conversation after its first message", async () => {
  const { list, shown, clis } = await setup([session("s1", 1)]);
  await list.refresh();
  expect(list.current).toBeUndefined();
  shown.conversation.submit("do it");
  expect(list.current).toMatchObject({ key: shown.id, isPinned: false });
  clis[0]?.write(begun);
  expect(list.current).toMatchObject({ key: shown.id, session: { sessionId: "s1" } });
});
