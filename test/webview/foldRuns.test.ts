import { render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { Item, ToolItem } from "../../extension/shared/contract/items.ts";
import { formatTime } from "../../extension/shared/text/numbers.ts";
import { formatRun } from "../../extension/shared/text/transcript/tools.ts";
import { findRowIndex, foldRuns } from "../../webview/transcript/turn/foldRuns.ts";
import { getRunWords } from "../../webview/transcript/turn/runWords.ts";
import { FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

const call = (id: string, more: Partial<ToolItem> = {}): ToolItem => ({
  kind: "tool",
  id,
  tool: "Read",
  toolKind: "read",
  subject: `${id}.ts`,
  state: "done",
  threadSize: 0,
  ...more,
});
const text: Item = { kind: "text", id: "said", text: "So.", isStreaming: false };
const ids = (items: readonly Item[], isThinkingHidden = false) =>
  foldRuns(items, isThinkingHidden).map((row) => (row.kind === "run" ? row.items.map(({ id }) => id) : row.id));

it("folds calls that only looked and went well, and keeps everything else apart", () => {
  expect(ids([call("a"), call("b"), text, call("c")])).toEqual(["a", "b", "said", "c"]);
  expect(ids([call("a"), call("b"), call("c"), text])).toEqual([["a", "b", "c"], "said"]);
  expect(
    ids([
      call("a"),
      call("b"),
      call("c", { state: "failed" }),
      call("d"),
      call("e"),
      call("f", { toolKind: "search" }),
    ]),
  ).toEqual(["a", "b", "c", ["d", "e", "f"]]);
  expect(ids([call("a"), call("b"), call("c"), call("d", { state: "running" })])).toEqual([["a", "b", "c"], "d"]);
  expect(ids([call("a"), call("b"), call("c", { toolKind: "command" })])).toEqual(["a", "b", "c"]);
  expect(ids([call("a"), call("b"), call("c", { toolKind: "command", countsAs: "command" })])).toEqual([
    ["a", "b", "c"],
  ]);
  expect(ids([call("a"), call("b"), call("c", { toolKind: "write", countsAs: "plan" })])).toEqual([["a", "b", "c"]]);
});

const tasks = (id: string, more: Partial<ToolItem> = {}) =>
  call(id, { tool: "TaskUpdate", toolKind: "tasks", subject: id, ...more });

it("folds changes of the task list into one row with its progress", () => {
  expect(ids([tasks("a"), text, tasks("b"), tasks("c"), call("d"), call("e"), call("f"), tasks("g")])).toEqual([
    "a",
    "said",
    ["b", "c"],
    ["d", "e", "f"],
    "g",
  ]);
  expect(ids([tasks("a"), tasks("b", { state: "failed" }), tasks("c")])).toEqual(["a", "b", "c"]);
  const counted = (id: string, done: number) => tasks(id, { summary: { code: "tasks", done, total: 3 } });
  expect(formatRun([counted("a", 0), counted("b", 1), tasks("c")])).toBe("Tasks updated · 1 of 3");
  expect(formatRun([tasks("a"), tasks("b")])).toBe("Tasks updated");
});

it("folds the written file of a plan into a run, unless writing it failed", () => {
  const plan = (more: Partial<ToolItem> = {}) =>
    call("p", { tool: "Write", toolKind: "write", countsAs: "plan", subject: "/tmp/plans/p.md", ...more });
  expect(ids([text, plan(), text])).toEqual(["said", ["p"], "said"]);
  expect(formatRun([plan()])).toBe("Wrote the plan");
  expect(ids([plan({ state: "failed" }), call("a")])).toEqual(["p", "a"]);
});

it("leaves out thinking that is hidden, so that it parts no run", () => {
  const thinking: Item = { kind: "thinking", id: "thought", text: "Hm", isStreaming: false, startedAt: 0 };
  expect(ids([call("a"), call("b"), thinking, call("c")])).toEqual(["a", "b", "thought", "c"]);
  expect(ids([call("a"), call("b"), thinking, call("c"), thinking], true)).toEqual([["a", "b", "c"]]);
});

it("keeps the name of a run that grows, and finds what is in it", () => {
  const [run] = foldRuns([call("a"), call("b"), call("c")], false);
  const grown = foldRuns([call("a"), call("b"), call("c"), call("d"), text], false);
  expect(grown[0]?.id).toBe(run?.id);
  expect(["c", "said", "nowhere", run!.id].map((id) => findRowIndex(grown, id))).toEqual([0, 1, -1, 0]);
});

it("says what a run did, each file once", () => {
  const calls = [
    call("a"),
    call("a"),
    call("b"),
    call("c", { toolKind: "search" }),
    call("d", { toolKind: "search" }),
    call("e", { toolKind: "list" }),
  ];
  expect(formatRun(calls)).toBe("Read 3 files, searched twice, listed once".replace("3", "2"));
  const commands = [
    call("f", { toolKind: "command", countsAs: "search" }),
    call("g", { toolKind: "command", countsAs: "command" }),
  ];
  expect(formatRun([call("a"), ...commands])).toBe("Read 1 file, searched once, ran a command");
  expect(formatRun([call("a"), call("h", { toolKind: "write", countsAs: "plan" })])).toBe(
    "Read 1 file, wrote the plan",
  );
  expect(formatRun([1, 2, 3].map((id) => call(String(id), { toolKind: "search" })))).toBe("Searched 3 times");
});

it("joins claude's summaries of a run's calls if it summarized each of them", () => {
  const said = (id: string, text: string, calls = [id]) => call(id, { runSummary: { text, calls } });
  expect(
    getRunWords([said("a", "Found it"), call("b"), said("c", "Read both", ["b", "c"]), said("d", "Found it")]),
  ).toBe("Found it · Read both");
  expect(getRunWords([said("a", "Found it"), call("b"), said("c", "Read it")])).toBeUndefined();
  expect(getRunWords([said("a", "Found it"), said("b", "Read it, and ran it", ["b", "elsewhere"])])).toBeUndefined();
});

it("opens a run to its calls, or to one that a search opened", () => {
  const host = new FakeHost();
  const [run] = foldRuns(
    [call("a"), call("b"), call("c", { runSummary: { text: "Looked at the reader", calls: ["a", "b", "c"] } })],
    false,
  );
  render(RowWithChat, { host, items: [run as unknown as Item] });
  const group = screen.getByRole("group", { name: "Looked at the reader" });
  expect(within(group).queryByRole("group", { name: "Read b.ts" })).toBeNull();
  within(group).getByRole("button", { name: "Looked at the reader" }).click();
  flushSync();
  within(group).getByRole("button", { name: /b\.ts/ }).click();
  flushSync();
  expect(host.sent.at(-1)).toEqual({ type: "openDetails", toolId: "b" });
  within(group).getByRole("button", { name: "Looked at the reader" }).click();
  flushSync();
  expect(within(group).queryByRole("group", { name: "Read b.ts" })).toBeNull();
});

it("says when something was said, with the day where it was another", () => {
  const now = new Date(2026, 10, 22, 15, 30).getTime();
  expect(formatTime(new Date(2026, 10, 22, 9, 5).getTime(), now)).toMatch(/9:05/);
  expect(formatTime(new Date(2026, 10, 3, 9, 5).getTime(), now)).toMatch(/3.*9:05|Nov.*9:05/);
});

it("shows how far a subagent is, and stops it", () => {
  const host = new FakeHost();
  const agent = call("x", {
    tool: "Agent",
    toolKind: "agent",
    subject: "Look around",
    state: "running",
    threadSize: 3,
    agent: { taskId: "t9", tokens: 5_200 },
  });
  render(RowWithChat, { host, items: [agent] });
  screen.getByText("3 steps · 5k tokens");
  screen.getByRole("button", { name: "Stop this agent" }).click();
  expect(host.sent.at(-1)).toEqual({ type: "stopTask", id: "t9" });
});
