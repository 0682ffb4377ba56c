import { expect, it } from "vitest";
import { emptyState } from "../../../extension/contract/conversationState.ts";
import { decodeValue } from "../../../extension/protocol/decode.ts";
import { ConversationStore } from "../../../extension/session/conversationStore.ts";
import { reduceFrame } from "../../../extension/session/reduce/reduceFrame.ts";
import type { Effect } from "../../../extension/session/reduction.ts";

/** A store that frames are given to as the CLI writes them. */
function reading() {
  const store = new ConversationStore(emptyState("/w"));
  const effects: Effect[] = [];
  const read = (...frames: object[]) => {
    for (const value of frames) {
      const decoded = decodeValue(value as Record<string, unknown>);
      if (decoded.kind !== "frame") throw new Error(`no frame: ${JSON.stringify(decoded)}`);
      const reduction = reduceFrame(store, decoded.frame, 1_000);
      effects.push(...(reduction.effects ?? []));
      store.apply(reduction);
    }
  };
  const items = (thread?: string) => store.timeline.items(thread);
  return { store, read, items, effects };
}
const call = (id: string, name: string, input: object = {}) => ({ type: "tool_use", id, name, input });
const assistant = (content: object[], parent?: string) => ({
  type: "assistant",
  uuid: `u${Math.random()}`,
  message: { content },
  ...(parent ? { parent_tool_use_id: parent } : {}),
});
const results = (...ids: string[]) => ({ type: "user", message: { content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "ok" })) } });

it("keeps both of two results in one frame", () => {
  const { store, read, effects } = reading();
  read(assistant([call("a", "TaskCreate", { subject: "\u001b[31mone\u202e" }), call("b", "TaskCreate", { subject: "two" })]), results("a", "b"));
  expect(store.state.tasks).toMatchObject([
    { id: "1", text: "one" },
    { id: "2", text: "two" },
  ]);
  expect(effects).toContainEqual({ kind: "callsEnded", toolIds: ["a", "b"] });
});

it("counts both of two steps of a subagent in one frame", () => {
  const { read, items } = reading();
  read(
    assistant([call("agent", "Task", { description: "Look" })]),
    assistant(
      [
        { type: "text", text: "1" },
        { type: "text", text: "2" },
      ],
      "agent",
    ),
  );
  expect(items()).toMatchObject([{ tool: "Agent", toolKind: "agent", threadSize: 2 }]);
  expect(items("agent")).toHaveLength(2);
});

it("takes a replayed prompt for no new one", () => {
  const { read, items } = reading();
  read({ type: "user", uuid: "p1", isReplay: true, message: { content: "again" } });
  expect(items()).toEqual([]);
});

it("says that a hook failed by its exit code where there is no outcome", () => {
  const { read, items } = reading();
  read(
    { type: "system", subtype: "hook_response", uuid: "1", hook_name: "lint", exit_code: 2, stderr: "bad" },
    { type: "system", subtype: "hook_response", uuid: "2", hook_name: "ok", exit_code: 0 },
    { type: "system", subtype: "hook_response", uuid: "3", hook_name: "late", outcome: "success", exit_code: 1 },
  );
  expect(items()).toMatchObject([{ notice: { code: "hookFailed", hook: "lint", output: "bad" } }]);
});

it("shows the time of a running call as the CLI says it, also of one that was named by its parent", () => {
  const { read, items } = reading();
  read(assistant([call("a", "Bash", { command: "sleep 9" })]), {
    type: "tool_progress",
    tool_use_id: "made-up",
    parent_tool_use_id: "a",
    elapsed_time_seconds: 7,
  });
  expect(items()).toMatchObject([{ startedAt: 1_000 - 7_000 }]);
  read({ type: "tool_progress", tool_use_id: "nobody", elapsed_time_seconds: 7 });
  expect(items()).toHaveLength(1);
  read({ type: "tool_progress", tool_use_id: "early", tool_name: "Bash", elapsed_time_seconds: 2 }, assistant([call("early", "Bash", { command: "make" })]));
  expect(items().slice(1)).toMatchObject([{ id: "early", subject: "make", startedAt: -1_000, state: "running" }]);
});

it("ends an activity only by what ends it", () => {
  const { store, read } = reading();
  const activity = () => store.state.activity?.code;
  read({ type: "system", subtype: "api_retry", attempt: 2, max_retries: 10, retry_delay_ms: 1_500 });
  read({ type: "rate_limit_event", rate_limit_info: { status: "allowed" } });
  expect(store.state.activity).toEqual({ code: "retrying", attempt: 2, most: 10, seconds: 2 });
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

it("adds the cost of earlier processes where the CLI counts from its start", () => {
  const { store, read, items } = reading();
  store.beginProcess({ isCostCumulative: false });
  read({ type: "result", subtype: "success", uuid: "1", total_cost_usd: 1 });
  store.beginProcess({ isCostCumulative: false });
  read({ type: "result", subtype: "success", uuid: "2", total_cost_usd: 0.25 });
  expect(store.state.costUsd).toBe(1.25);
  expect(items().at(-1)).toMatchObject({ costUsd: 0.25 });
  store.beginProcess({ isCostCumulative: true });
  read({ type: "result", subtype: "success", uuid: "3", total_cost_usd: 1.5 });
  expect(store.state.costUsd).toBe(1.5);
});

it("forgets a call, and with an agent its thread, once its row is removed", () => {
  const { store, read, items } = reading();
  read(assistant([call("agent", "Task")]), assistant([call("inner", "Bash", { command: "ls" })], "agent"));
  store.apply({ changes: [{ kind: "remove", thread: "", id: "agent" }] });
  expect(items("agent")).toEqual([]);
  expect([store.record("agent"), store.record("inner"), store.unsettled().length]).toEqual([undefined, undefined, 0]);
});

it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("treats a tool named %s as any other", (name) => {
  const { read, items } = reading();
  read(assistant([call("a", name, { constructor: "x" })]), results("a"));
  expect(items()).toMatchObject([{ tool: name, toolKind: "other", subject: "x", state: "done" }]);
});

it("knows what runs in the background from what 2.1.329 says each time", () => {
  const { store, read } = reading();
  const system = (subtype: string, body: object) => read({ type: "system", subtype, ...body });
  const bash = { task_id: "b1", task_type: "local_bash", description: "npm run watch" };
  system("background_tasks_changed", { tasks: [bash, { task_id: "a1", task_type: "local_agent", description: "Look" }, { task_id: "x", ambient: true }] });
  system("task_started", { ...bash, tool_use_id: "t1", is_backgrounded: true });
  expect(store.state.background).toEqual([
    { id: "b1", kind: "command", text: "npm run watch" },
    { id: "a1", kind: "agent", text: "Look" },
  ]);
  system("task_updated", { task_id: "a1", patch: { status: "running" } });
  system("task_updated", { task_id: "b1", patch: { status: "killed" } });
  expect(store.state.background).toMatchObject([{ id: "a1" }]);
  system("background_tasks_changed", { tasks: [] });
  expect(store.state.background).toEqual([]);
});

it("knows what is scheduled until it fired, was deleted or was stopped, whatever else begins and ends", () => {
  const { store, read } = reading();
  const done = (id: string, tool: string, input: object, result: unknown) =>
    read(assistant([call(id, tool, input)]), { ...results(id), tool_use_result: result });
  // As 2.1.329 answers.
  done("c1", "CronCreate", { prompt: "look\u202e" }, { id: "f85e477d", humanSchedule: "30 14 28 2 *", recurring: false, durable: false, nextFireAt: 1_500 });
  done("c2", "CronCreate", { prompt: "every" }, { id: "41554b35", humanSchedule: "Every 5 minutes", recurring: true, nextFireAt: 900 });
  done("w1", "ScheduleWakeup", { reason: "again" }, { scheduledFor: 5_000, clampedDelaySeconds: 70, wasClamped: false });
  done("w2", "ScheduleWakeup", { reason: "later" }, { scheduledFor: 900, clampedDelaySeconds: 70, wasClamped: false });
  done("odd", "CronCreate", {}, "Error");
  read({ type: "system", subtype: "background_tasks_changed", tasks: [] });
  expect(store.state.background).toEqual([
    { id: "f85e477d", kind: "schedule", text: "30 14 28 2 *: look", endsAt: 1_500 },
    { id: "41554b35", kind: "schedule", text: "Every 5 minutes: every" },
    { id: "wakeup", kind: "schedule", text: "later", endsAt: 900 },
  ]);
  // The turn that a wakeup began.
  read({ type: "result", subtype: "success" });
  expect(store.state.background.map(({ id }) => id)).toEqual(["f85e477d", "41554b35"]);
  done("d", "CronDelete", { id: "41554b35" }, { id: "41554b35" });
  done("s", "ScheduleWakeup", { stop: true }, { scheduledFor: 0, stopped: true });
  expect(store.state.background.map(({ id }) => id)).toEqual(["f85e477d"]);
});

it("knows what runs in the background from what begins and ends in 2.1.50", () => {
  const { store, read } = reading();
  const started = (id: string, call: string) =>
    read({ type: "system", subtype: "task_started", task_id: id, tool_use_id: call, description: id, task_type: "local_bash" });
  read(assistant([call("done", "Bash", { command: "sleep 9" }), call("waits", "Task", { description: "Look" })]), results("done"));
  started("b1", "done");
  started("a1", "waits");
  started("odd", "__proto__");
  expect(store.state.background).toEqual([{ id: "b1", kind: "command", text: "b1" }]);
  read({ type: "system", subtype: "task_notification", task_id: "b1", status: "completed" });
  expect(store.state.background).toEqual([]);
});
