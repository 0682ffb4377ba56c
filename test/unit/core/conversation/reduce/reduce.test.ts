import { expect, it } from "vitest";
import { reduceFrame } from "../../../../../extension/core/conversation/reduce/reduceFrame.ts";
import { decodeValue } from "../../../../../extension/core/protocol/frames/decode.ts";
import { formatNotice } from "../../../../../extension/shared/text/notices.ts";
import { assistant, call, reading, results } from "../reading.ts";

it.each([
  ["content", { numFiles: 0, numLines: 4 }, { code: "lines", count: 4 }],
  ["count", { numFiles: 2, numMatches: 9 }, { code: "matches", count: 9 }],
  ["files_with_matches", { numFiles: 3 }, { code: "files", count: 3 }],
])("shows how much a search in the mode %s found (2.0.77, 2.1.50)", (mode, counts, summary) => {
  const { read, items } = reading();
  read(assistant([call("a", "Grep", { pattern: "x" })]), { ...results("a"), tool_use_result: { mode, ...counts } });
  expect(items()).toMatchObject([{ summary }]);
});

it("shows a task that only an update names, and all once they are listed", () => {
  const { store, read } = reading();
  read(assistant([call("a", "TaskUpdate", { taskId: "3", status: "in_progress" })]), results("a"));
  expect(store.state.tasks).toEqual([{ id: "3", text: "#3", state: "inProgress", hasUnread: true }]);
  const listed = {
    tasks: [
      { id: "2", subject: "Look", status: "completed" },
      { id: "3", subject: "Mend", status: "in_progress" },
    ],
  };
  read(assistant([call("b", "TaskList")]), { ...results("b"), tool_use_result: listed });
  expect(store.state.tasks).toEqual([
    { id: "2", text: "Look", state: "completed" },
    { id: "3", text: "Mend", state: "inProgress" },
  ]);
  read(assistant([call("c", "TaskList")]), results("c"));
  expect(store.state.tasks).toHaveLength(2);
});

it("does not add a replayed prompt again", () => {
  const { read, items } = reading();
  read({ type: "user", uuid: "p1", isReplay: true, message: { content: "again" } });
  expect(items()).toEqual([]);
});

it("reports a failed hook by its exit code if it has no outcome", () => {
  const { read, items } = reading();
  read(
    { type: "system", subtype: "hook_response", uuid: "1", hook_name: "lint", exit_code: 2, stderr: "bad" },
    { type: "system", subtype: "hook_response", uuid: "2", hook_name: "ok", exit_code: 0 },
    { type: "system", subtype: "hook_response", uuid: "3", hook_name: "late", outcome: "success", exit_code: 1 },
  );
  expect(items()).toMatchObject([{ notice: { code: "hookFailed", hook: "lint", output: "bad" } }]);
});

it("removes withdrawn messages, and shows what claude did by itself", () => {
  const { read, items } = reading();
  const system = (subtype: string, more: object = {}) => ({ type: "system", subtype, uuid: subtype, ...more });
  read(
    { ...assistant([{ type: "text", text: "half" }]), uuid: "gone" },
    { type: "tombstone", message: { type: "assistant", uuid: "gone" } },
  );
  expect(items()).toEqual([]);
  read({ type: "tombstone", message: {} }, { type: "tombstone" });
  read(
    system("agents_killed"),
    system("turn_preempted", { reason: "rapid_followup" }),
    system("away_summary", { content: "Two tasks ended" }),
    system("permission_retry", { content: "Retrying with ls", commands: ["ls"] }),
    system("model_consent_fallback", { choice: "cancelled", content: "Sonnet answers" }),
    system("instruction_size_warning", { total_chars: 50_000, total_limit_chars: 40_000, file_count: 2 }),
    system("api_error"),
    system("ui_toast"),
    { type: "api_metrics" },
  );
  expect(items().map((item) => (item.kind === "notice" ? formatNotice(item.notice) : ""))).toEqual([
    "Background agents were stopped.",
    "The turn was stopped because another message was sent.",
    "Two tasks ended",
    "Retrying with ls",
    "Sonnet answers",
    `Instruction files are long (${(50_000).toLocaleString()} characters). claude works best below ${(40_000).toLocaleString()}.`,
  ]);
});

it("shows output of hooks that is meant for the user, once", () => {
  const { read, items } = reading();
  const ended = (uuid: string, more: object) => ({
    type: "system",
    subtype: "hook_response",
    uuid,
    hook_name: "Stop",
    outcome: "success",
    ...more,
  });
  const problem = {
    type: "system",
    subtype: "notification",
    uuid: "n",
    key: "stop-hook-error",
    text: "stop hook problem · ctrl+o to see",
    priority: "immediate",
  };
  read(
    ended("1", { output: "\u001b[1mfine\u001b[0m\n" }),
    ended("2", { stdout: '{"suppressOutput":true}' }),
    ended("3", { stdout: "a", stderr: "b" }),
    ended("4", { output: "x".repeat(1_000) }),
    problem,
    ended("5", { outcome: "error", stderr: "not yet" }),
    { ...problem, uuid: "n2" },
  );
  expect(items().map((item) => (item.kind === "notice" ? formatNotice(item.notice) : ""))).toEqual([
    "Hook Stop: fine",
    "Hook Stop: a\nb",
    `Hook Stop: ${"x".repeat(299)}…`,
    "stop hook problem",
    "Hook Stop failed: not yet",
  ]);
});

it("ends an activity only with the frame that ends it", () => {
  const { store, read } = reading();
  const activity = () => store.state.activity?.code;
  read({ type: "system", subtype: "api_retry", attempt: 2, max_retries: 10, retry_delay_ms: 1_500 });
  read({ type: "rate_limit_event", rate_limit_info: { status: "allowed" } });
  expect(store.state.activity).toEqual({ code: "retrying", attempt: 2, most: 10, seconds: 2, endsAt: 2_500 });
  read({ type: "rate_limit_event", rate_limit_info: { status: "rejected", resetsAt: 1 } });
  read({ type: "system", subtype: "status", status: "requesting" });
  expect(activity()).toBe("planLimit");
  read({ type: "rate_limit_event", rate_limit_info: { status: "allowed" } });
  expect(activity()).toBeUndefined();
  read({ type: "system", subtype: "status", status: "compacting" });
  expect(activity()).toBe("compacting");
  read({ type: "system", subtype: "status", status: null });
  expect(activity()).toBeUndefined();
});

it("shows a plan limit until it is over, whatever else ends", () => {
  const { store, read } = reading();
  const limit = (resetsAt?: number) =>
    read({ type: "rate_limit_event", rate_limit_info: { status: "rejected", resetsAt } });
  const ends = [
    { type: "stream_event", event: { type: "message_start", message: { id: "m", usage: { input_tokens: 5 } } } },
    { type: "result", subtype: "success", uuid: "r" },
    { type: "system", subtype: "session_state_changed", state: "idle" },
  ];
  for (const end of ends) {
    limit(3_600);
    read(end);
    expect(store.state.activity, end.type).toEqual({ code: "planLimit", isReached: true, resetsAt: 3_600 });
    // It is one second past midnight.
    limit(1);
    read(end);
    expect(store.state.activity).toBeUndefined();
  }
  limit();
  read(...ends);
  expect(store.state.activity).toMatchObject({ code: "planLimit" });
});

it("shows that an agent retries, without restarting its time", () => {
  const { read, items } = reading();
  const progress = (more: object) => ({
    type: "tool_progress",
    tool_use_id: "a",
    tool_name: "Agent",
    parent_tool_use_id: null,
    ...more,
  });
  const retry = {
    agent_id: "x",
    attempt: 2,
    max_retries: 10,
    retry_delay_ms: 500,
    error_status: 529,
    error_category: "overloaded",
  };
  read(assistant([call("a", "Agent", { description: "Look" })]), progress({ elapsed_time_seconds: 1 }));
  read(progress({ elapsed_time_seconds: 0, subagent_type: "general-purpose", subagent_retry: retry }));
  expect(items()).toMatchObject([{ startedAt: 0, summary: { code: "retrying", attempt: 2, most: 10 } }]);
  read(progress({ elapsed_time_seconds: 0, subagent_type: "general-purpose" }));
  expect(items()).toMatchObject([{ startedAt: 0 }]);
  expect(items()[0]).not.toHaveProperty("summary");
});

it("names each failed plugin once", () => {
  const { read, items } = reading();
  const init = {
    type: "system",
    subtype: "init",
    plugin_errors: [{ plugin: "p", type: "x", message: "No\u001b[1m manifest" }],
  };
  read(init, { ...assistant([{ type: "text", text: "Said." }]) }, init);
  expect(items()).toMatchObject([
    { level: "warning", notice: { code: "pluginFailed", plugin: "p", error: "No manifest" } },
    { kind: "text" },
  ]);
  read({ ...init, plugin_errors: [...init.plugin_errors, { plugin: "q", type: "x", message: "Not there" }] });
  expect(items()).toHaveLength(3);
});

it("adds the cost of earlier processes where claude counts from its start", () => {
  const { store, read, items } = reading();
  store.beginProcess({ isResumed: true, version: "2.1.50" });
  read({ type: "result", subtype: "success", uuid: "1", total_cost_usd: 1 });
  store.beginProcess({ isResumed: true, version: "2.1.50" });
  read({ type: "result", subtype: "success", uuid: "2", total_cost_usd: 0.25 });
  expect(store.state.costUsd).toBe(1.25);
  expect(items().at(-1)).toMatchObject({ costUsd: 0.25 });
  store.beginProcess({ isResumed: true, version: "2.1.329" });
  read({ type: "result", subtype: "success", uuid: "3", total_cost_usd: 1.5 });
  expect(store.state.costUsd).toBe(1.5);
});

it("lists a scheduled task until it fires, is deleted or is stopped", () => {
  const { store, read } = reading();
  const done = (id: string, tool: string, input: object, result: unknown) =>
    read(assistant([call(id, tool, input)]), { ...results(id), tool_use_result: result });
  // As 2.1.329 answers.
  done(
    "c1",
    "CronCreate",
    { prompt: "look\u202e" },
    { id: "f85e477d", humanSchedule: "30 14 28 2 *", recurring: false, durable: false, nextFireAt: 1_500 },
  );
  done(
    "c2",
    "CronCreate",
    { prompt: "every" },
    { id: "41554b35", humanSchedule: "Every 5 minutes", recurring: true, nextFireAt: 900 },
  );
  // As 2.1.332 answers: the age at which it ends.
  done(
    "c3",
    "CronCreate",
    { prompt: "aged" },
    { id: "7c0ffee1", humanSchedule: "Every day", recurring: true, maxAgeMs: 2_592_000_000 },
  );
  done(
    "w1",
    "ScheduleWakeup",
    { reason: "again" },
    { scheduledFor: 5_000, clampedDelaySeconds: 70, wasClamped: false },
  );
  done("w2", "ScheduleWakeup", { reason: "later" }, { scheduledFor: 900, clampedDelaySeconds: 70, wasClamped: false });
  done("odd", "CronCreate", {}, "Error");
  read({ type: "system", subtype: "background_tasks_changed", tasks: [] });
  expect(store.state.background).toEqual([
    { id: "f85e477d", kind: "schedule", text: "30 14 28 2 *: look", endsAt: 1_500 },
    { id: "41554b35", kind: "schedule", text: "Every 5 minutes: every", isRecurring: true },
    { id: "7c0ffee1", kind: "schedule", text: "Every day: aged", isRecurring: true, endsAt: 2_592_001_000 },
    { id: "wakeup", kind: "schedule", text: "later", endsAt: 900 },
  ]);
  // The turn that a wakeup began.
  read({ type: "result", subtype: "success" });
  expect(store.state.background.map(({ id }) => id)).toEqual(["f85e477d", "41554b35", "7c0ffee1"]);
  done("d", "CronDelete", { id: "41554b35" }, { id: "41554b35" });
  done("s", "ScheduleWakeup", { stop: true }, { scheduledFor: 0, stopped: true });
  expect(store.state.background.map(({ id }) => id)).toEqual(["f85e477d", "7c0ffee1"]);
});

it("shows a short row for claude's own actions, unless nobody needs it", () => {
  const { read, items, store } = reading();
  const system = (subtype: string, fields: object) => ({
    type: "system",
    subtype,
    uuid: subtype + JSON.stringify(fields),
    ...fields,
  });
  read(
    system("notification", { text: "Update ready", priority: "low" }),
    { ...system("notification", { text: "Update ready", priority: "low" }), uuid: "said again" },
    system("memory_recall", { memories: [{ path: "notes.md" }, { path: "team.md" }] }),
    system("memory_recall", { memories: [] }),
    system("memory_saved", { written_paths: ["notes.md"] }),
    system("scheduled_task_fire", { content: "Look at the build" }),
    system("compact_boundary", { compact_metadata: { trigger: "auto", pre_tokens: 90_000, post_tokens: 9_000 } }),
    system("worker_shutting_down", { reason: "restart" }),
    system("files_persisted", {}),
    system("hook_started", { hook_name: "lint" }),
    { type: "active_goal", value: { condition: "all tests pass" } },
    { type: "active_goal", value: { condition: "all tests pass" } },
    { type: "active_goal", value: null },
  );
  expect(items().map((item) => (item.kind === "notice" ? formatNotice(item.notice) : item))).toEqual([
    "Update ready",
    "Recalled from memory: notes.md, team.md",
    "Saved to memory: notes.md",
    "Scheduled: Look at the build",
    "Context compacted because it was nearly full · 90k → 9k",
    "claude is about to stop: restart",
    "Goal: all tests pass",
  ]);
  read({ type: "prompt_suggestion", suggestion: "Run the tests" });
  expect(store.state.suggestion).toBe("Run the tests");
});

it("shows times of messages, live or saved, and the duration of a turn", () => {
  const { read, items, store } = reading();
  const saved = decodeValue({
    ...assistant([{ type: "text", text: "Then." }]),
    uuid: "old",
    timestamp: "2026-11-21T10:00:00.000Z",
  });
  if (saved.kind === "frame") store.apply(reduceFrame(store, saved.frame, undefined));
  read({ ...assistant([{ type: "text", text: "Now." }]), uuid: "new" });
  read({
    type: "result",
    subtype: "success",
    uuid: "1",
    usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 7 },
  });
  expect(items()).toMatchObject([
    { at: Date.parse("2026-11-21T10:00:00.000Z") },
    { at: 1_000 },
    { tokens: { input: 100, output: 7 } },
  ]);
});

it.each([
  ["Bash", "command"],
  ["Agent", "prompt"],
  ["NotebookEdit", "new_source"],
  ["ExitPlanMode", "plan"],
])("shows for %s its %s while that is streamed", (name, field) => {
  const { read, items } = reading();
  const event = (fields: object) => ({ type: "stream_event", event: { index: 0, ...fields } });
  read(event({ type: "content_block_start", content_block: { type: "tool_use", id: "t", name } }));
  read(
    event({
      type: "content_block_delta",
      delta: { type: "input_json_delta", partial_json: `{"other":"no","${field}":"It beg` },
    }),
  );
  expect(items()).toMatchObject([{ inputText: "It beg" }]);
});

it("knows which commands only work in a terminal, even after the list changes", () => {
  const { read, store } = reading();
  read({ type: "system", subtype: "init", slash_commands: ["compact"], terminal_slash_commands: ["doctor"] });
  read({
    type: "system",
    subtype: "commands_changed",
    commands: [{ name: "compact" }, { name: "doctor" }, { name: "new" }],
  });
  expect(store.state.commands.map(({ name, isTerminalOnly = false }) => [name, isTerminalOnly])).toEqual([
    ["compact", false],
    ["doctor", true],
    ["new", false],
  ]);
});
