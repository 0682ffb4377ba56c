import { expect, it } from "vitest";
import { assistant, call, reading, results } from "../reading.ts";

it("shows a step whose progress precedes its call in the subagent's thread only", () => {
  const { read, items } = reading();
  const progress = (id: string, parent: string) => ({
    type: "tool_progress",
    tool_use_id: id,
    tool_name: "Bash",
    parent_tool_use_id: parent,
    elapsed_time_seconds: 2,
  });
  read(progress("s", "a"));
  expect(items()).toEqual([]);
  read(
    assistant([call("a", "Agent", { description: "Look" })]),
    assistant([call("s", "Bash", { command: "make" })], "a"),
    progress("s2", "a"),
  );
  expect(items()).toMatchObject([{ id: "a", threadSize: 2, startedAt: 1_000 }]);
  expect(items("a")).toMatchObject([{ id: "s", subject: "make", startedAt: -1_000 }, { id: "s2" }]);
  read(progress("bash-progress-1", "s"), progress("bash-progress-2", "new"));
  expect(items("a")).toHaveLength(2);
  expect(items()).toMatchObject([{ id: "a" }, { id: "new", tool: "Bash" }]);
});

it("moves a row that was made before its thread was known", () => {
  const { store, read, items } = reading();
  read(assistant([call("a", "Agent")]), {
    type: "tool_progress",
    tool_use_id: "s",
    tool_name: "Bash",
    elapsed_time_seconds: 2,
  });
  read(assistant([call("s", "Bash", { command: "make" })], "a"), { ...results("s"), parent_tool_use_id: "a" });
  expect(items()).toMatchObject([{ id: "a", threadSize: 1 }]);
  expect(items("a")).toMatchObject([{ id: "s", startedAt: -1_000, state: "done" }]);
  expect(store.unsettled()).toMatchObject([{ item: { id: "a" } }]);
});

it("does not count tasks of a subagent as tasks of the conversation", () => {
  const { store, read } = reading();
  const list = (content: string) => ({ todos: [{ content, status: "pending" }] });
  read(assistant([call("main", "TodoWrite", list("Mine")), call("a", "Agent")]), results("main"));
  read(assistant([call("inner", "TodoWrite", list("Its own"))], "a"), { ...results("inner"), parent_tool_use_id: "a" });
  expect(store.state.tasks).toMatchObject([{ text: "Mine" }]);
});

it("lists the background tasks that 2.1.329 reports each time", () => {
  const { store, read } = reading();
  const system = (subtype: string, body: object) => read({ type: "system", subtype, ...body });
  const bash = { task_id: "b1", task_type: "local_bash", description: "npm run watch" };
  system("background_tasks_changed", {
    tasks: [bash, { task_id: "a1", task_type: "local_agent", description: "Look" }, { task_id: "x", ambient: true }],
  });
  system("task_started", { ...bash, tool_use_id: "t1", is_backgrounded: true });
  expect(store.state.background).toEqual([
    { id: "b1", kind: "command", text: "npm run watch", startedAt: 1_000 },
    { id: "a1", kind: "agent", text: "Look", startedAt: 1_000 },
  ]);
  system("task_progress", { task_id: "a1", tool_use_id: "gone", last_tool_name: "Grep" });
  system("background_tasks_changed", {
    tasks: [bash, { task_id: "a1", task_type: "local_agent", description: "Look" }],
  });
  expect(store.state.background).toMatchObject([{ id: "b1" }, { id: "a1", doing: "Grep" }]);
  system("task_updated", { task_id: "a1", patch: { status: "running" } });
  system("task_updated", { task_id: "b1", patch: { status: "killed" } });
  expect(store.state.background).toMatchObject([{ id: "a1" }]);
  system("background_tasks_changed", { tasks: [] });
  expect(store.state.background).toEqual([]);
});

it("keeps earlier details of a background task that a later report omits", () => {
  const { store, read } = reading();
  const tasks = (...named: object[]) => read({ type: "system", subtype: "background_tasks_changed", tasks: named });
  tasks({ task_id: "a1" });
  read({ type: "system", subtype: "task_progress", task_id: "a1", tool_use_id: "gone", last_tool_name: "Grep" });
  const known = { id: "a1", startedAt: 1_000, doing: "Grep" };
  tasks({ task_id: "a1", task_type: "local_agent", description: "Look" });
  expect(store.state.background).toEqual([{ ...known, kind: "agent", text: "Look" }]);
  tasks({ task_id: "a1", task_type: "local_agent", description: "Look on" });
  tasks({ task_id: "a1" });
  expect(store.state.background).toEqual([{ ...known, kind: "agent", text: "Look on" }]);
});

it("lists background tasks by their starts and ends in 2.1.50", () => {
  const { store, read } = reading();
  const started = (id: string, call: string) =>
    read({
      type: "system",
      subtype: "task_started",
      task_id: id,
      tool_use_id: call,
      description: id,
      task_type: "local_bash",
    });
  read(assistant([call("beside", "Bash", { command: "sleep 9" }), call("waits", "Task", { description: "Look" })]));
  read({ ...results("beside"), tool_use_result: { backgroundTaskId: "b1" } });
  started("b1", "beside");
  started("a1", "waits");
  // Some are named only after their results (recorded in `subagent-2.1.50`).
  read({ ...results("waits"), tool_use_result: { status: "completed", agentId: "a1" } });
  started("a1", "waits");
  started("odd", "__proto__");
  expect(store.state.background).toMatchObject([
    { id: "b1", card: { id: "beside", agents: [] }, kind: "command", text: "b1", startedAt: 1_000 },
  ]);
  read({ type: "system", subtype: "task_notification", task_id: "b1", status: "completed" });
  expect(store.state.background).toEqual([]);
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

it("shows a subagent's task and tokens, and a summary on the last of several calls", () => {
  const { read, items } = reading();
  read(
    assistant([call("x", "Agent", { description: "Look" })]),
    { type: "system", subtype: "task_started", task_id: "t1", tool_use_id: "x", is_backgrounded: false },
    {
      type: "system",
      subtype: "task_progress",
      task_id: "t1",
      tool_use_id: "x",
      last_tool_name: "Read",
      usage: { total_tokens: 1_200 },
    },
    assistant([call("r", "Read", { file_path: "/w/a.ts" })]),
    { type: "tool_use_summary", summary: "Read the reader", preceding_tool_use_ids: ["r", "gone"] },
  );
  expect(items()).toMatchObject([
    { id: "x", agent: { taskId: "t1", tokens: 1_200 }, summary: { code: "text", text: "Read" } },
    { id: "r", runSummary: { text: "Read the reader", calls: ["r", "gone"] } },
  ]);
});

it("never shows an agent as a step of itself or of its own steps", () => {
  const { read, items } = reading();
  read(assistant([call("a", "Task")], "a"), assistant([call("b", "Task")], "a"), assistant([call("a", "Task")], "b"));
  expect(items().map(({ id }) => id)).toEqual(["a"]);
  expect(items("a").map(({ id }) => id)).toEqual(["b"]);
  expect(items("b")).toEqual([]);
  read({ type: "tool_progress", tool_use_id: "", tool_name: "Agent", elapsed_time_seconds: 1 });
  expect(items().map(({ id }) => id)).toEqual(["a"]);
});

it("puts a summary without ids on the newest running call", () => {
  const { read, items } = reading();
  read(assistant([call("r", "Read", { file_path: "/w/a.ts" })]), {
    type: "tool_use_summary",
    summary: "Reads the reader",
  });
  expect(items()).toMatchObject([{ id: "r", runSummary: { text: "Reads the reader", calls: ["r"] } }]);
});
