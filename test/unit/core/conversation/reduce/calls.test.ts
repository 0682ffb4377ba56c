import { expect, it } from "vitest";
import { describeCall } from "../../../../../extension/core/conversation/tools/describeCall.ts";
import type { ToolRecord } from "../../../../../extension/core/conversation/tools/toolRecord.ts";
import { assistant, call, reading, results } from "../reading.ts";

it("keeps both of two results in one frame", () => {
  const { store, read, effects } = reading();
  read(
    assistant([
      call("a", "TaskCreate", { subject: "\u001b[31mone\u202e" }),
      call("b", "TaskCreate", { subject: "two" }),
    ]),
    results("a", "b"),
  );
  expect(store.state.tasks).toMatchObject([
    { id: "1", text: "one" },
    { id: "2", text: "two" },
  ]);
  expect(effects).toContainEqual({ kind: "callsEnded", toolIds: ["a", "b"] });
});

it("shows the text of a task and the progress of the list, if complete", () => {
  const { read, items } = reading();
  const update = (id: string, taskId: string, status: string) =>
    read(assistant([call(id, "TaskUpdate", { taskId, status })]), results(id));
  update("x", "3", "in_progress");
  expect(items()).toMatchObject([{ subject: "#3" }]);
  expect(items()[0]).not.toHaveProperty("summary");
  const whole = reading();
  const made = (id: string, task: number) => ({
    type: "tool_result",
    tool_use_id: id,
    content: `Task #${task} created successfully: it`,
  });
  const bothMade = { type: "user", message: { content: [made("a", 1), made("b", 2)] } };
  whole.read(
    assistant([call("a", "TaskCreate", { subject: "One" }), call("b", "TaskCreate", { subject: "Two" })]),
    bothMade,
  );
  whole.read(assistant([call("c", "TaskUpdate", { taskId: "2", status: "completed" })]), results("c"));
  expect(whole.items()).toMatchObject([
    { subject: "One", summary: { code: "tasks", done: 0, total: 1 } },
    { subject: "Two", summary: { code: "tasks", done: 0, total: 2 } },
    { subject: "Two", summary: { code: "tasks", done: 1, total: 2 } },
  ]);
  whole.read(assistant([call("e", "TaskUpdate", { taskId: "1", status: "deleted" })]), results("e"));
  expect(whole.items().at(-1)).toMatchObject({ summary: { code: "tasks", done: 1, total: 1 } });
  whole.read(assistant([call("d", "TodoWrite", { todos: [{ content: "x", status: "completed" }] })]), results("d"));
  expect(whole.items().at(-1)).toMatchObject({ summary: { code: "tasks", done: 1, total: 1 } });
});

it.each([
  ["a task with a new text", [call("a", "TaskUpdate", { taskId: "1", subject: "One", status: "completed" })]],
  ["a later task", [call("a", "TaskCreate", { subject: "Five" })]],
])("shows no progress of tasks while older ones may not be loaded: %s", (_, calls) => {
  const { read, items } = reading();
  const content = [{ type: "tool_result", tool_use_id: "a", content: "Task #5 created successfully: Five" }];
  read(assistant(calls), { type: "user", message: { content } });
  expect(items()[0]).not.toHaveProperty("summary");
});

it("shows a tool's text beside its images, without the paths that claude adds (2.1.329)", () => {
  const { store, read } = reading();
  const image = (media_type: string) => ({ type: "image", source: { type: "base64", media_type, data: "QUJD" } });
  const content = [
    image("image/png"),
    { type: "text", text: "[Image: source: /home/a/blob.png]" },
    image("image/svg+xml"),
    { type: "text", text: '{"at":1}' },
  ];
  read(assistant([call("a", "mcp__vault__draw", {})]));
  read({
    type: "user",
    uuid: "u1",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content }] },
  });
  expect(store.record("a")).toMatchObject({ output: '[image]\n{"at":1}', images: [{ mediaType: "image/png" }] });
});

it("shows calls of the provider's own tools with their results", () => {
  const { store, read, items } = reading();
  const ran = (id: string, name: string, input: object, type: string, content: unknown) =>
    read(
      assistant([{ type: "server_tool_use", id, name, input }]),
      assistant([{ type: `${type}_tool_result`, tool_use_id: id, content }]),
    );
  const found = [{ type: "web_search_result", url: "https://example.org/", title: "It", encrypted_content: "eHg=" }];
  ran("a", "web_search", { query: "q" }, "web_search", found);
  ran("b", "web_fetch", { url: "https://example.org/" }, "web_fetch", {
    type: "web_fetch_tool_error",
    error_code: "unavailable",
  });
  ran("c", "advisor", {}, "advisor", { type: "advisor_result", text: "Think again." });
  ran("d", "tool_search_tool_bm25", { query: "t" }, "tool_search_tool", {
    tool_references: ["x"],
    encrypted_index: "eHg=",
  });
  read(
    assistant([{ type: "code_execution_tool_result", tool_use_id: "unknown", content: {} }]),
    assistant([{ type: "redacted_thinking", data: "eHg=" }]),
  );
  expect(items()).toMatchObject([
    { tool: "web_search", toolKind: "webSearch", subject: "q", state: "done" },
    { tool: "web_fetch", toolKind: "fetch", state: "failed", summary: { text: "unavailable" } },
    { tool: "advisor", toolKind: "other", state: "done" },
    { tool: "tool_search_tool_bm25", state: "done" },
    { kind: "thinking", text: "", isStreaming: false },
  ]);
  const details = (id: string) => describeCall(store.record(id) as ToolRecord);
  expect(details("a")).toEqual({
    kind: "web",
    sources: [{ url: "https://example.org/", title: "It" }],
    omitted: 0,
    notes: [],
    output: { text: "", omitted: 0 },
  });
  expect(details("c")).toMatchObject({ kind: "generic", output: { text: "Think again." } });
  expect(JSON.stringify(details("d"))).not.toContain("eHg=");
});

it("shows the reported time of a running call, even if its parent reports it", () => {
  const { read, items } = reading();
  read(assistant([call("a", "Bash", { command: "sleep 9" })]), {
    type: "tool_progress",
    tool_use_id: "made-up",
    parent_tool_use_id: "a",
    elapsed_time_seconds: 7,
  });
  expect(items()).toMatchObject([{ startedAt: 1_000 - 7_000 }]);
  read({ type: "tool_progress", tool_use_id: "unknown", elapsed_time_seconds: 7 });
  expect(items()).toHaveLength(1);
  read(
    { type: "tool_progress", tool_use_id: "early", tool_name: "Bash", elapsed_time_seconds: 2 },
    assistant([call("early", "Bash", { command: "make" })]),
  );
  expect(items().slice(1)).toMatchObject([{ id: "early", subject: "make", startedAt: -1_000, state: "running" }]);
});

it("forgets a call after its row is removed, and the thread of an agent", () => {
  const { store, read, items } = reading();
  read(assistant([call("agent", "Task")]), assistant([call("inner", "Bash", { command: "ls" })], "agent"));
  store.apply({ deltas: [{ kind: "remove", thread: "", id: "agent" }] });
  expect(items("agent")).toEqual([]);
  expect([store.record("agent"), store.record("inner"), store.unsettled().length]).toEqual([undefined, undefined, 0]);
});

it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("treats a tool named %s as any other", (name) => {
  const { read, items } = reading();
  read(assistant([call("a", name, { constructor: "x" })]), results("a"));
  expect(items()).toMatchObject([{ tool: name, toolKind: "other", subject: "x", state: "done" }]);
});

it("shows the subject of a call while its input is streamed", () => {
  const { read, items } = reading();
  const event = (value: object) => ({ type: "stream_event", event: value });
  const more = (partial_json: string) =>
    event({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json } });
  read(event({ type: "message_start", message: { id: "m" } }));
  read(
    event({
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "w", name: "Write", input: {} },
    }),
  );
  read(more(""), more('{"file_path": "/w/a'), more('.ts", "content": "one\\ntw'));
  expect(items()).toMatchObject([
    { subject: "a.ts", path: "/w/a.ts", state: "queued", isStreaming: true, inputText: "one\ntw" },
  ]);
  read(more("o \\u00e"), more('9", "more": {"content": "not this"}}'));
  expect(items()).toMatchObject([{ inputText: "one\ntwo é" }]);
  read(assistant([call("w", "Write", { file_path: "/w/a.ts", content: "one\ntwo é" })]));
  expect(items()[0]).not.toHaveProperty("inputText");
});

it("shows the text that an edit will replace once it is complete", () => {
  const { read, items } = reading();
  const event = (fields: object) => ({ type: "stream_event", event: { index: 0, ...fields } });
  const piece = (partial_json: string) =>
    event({ type: "content_block_delta", delta: { type: "input_json_delta", partial_json } });
  read(
    event({ type: "message_start", message: { id: "m" } }),
    event({ type: "content_block_start", content_block: { type: "tool_use", id: "t", name: "Edit" } }),
  );
  read(piece('{"file_path":"/w/a.ts","old_string":"be'));
  expect(items()[0]).not.toHaveProperty("replacedText");
  read(piece('fore\u202e","new_string":"af'));
  expect(items()).toMatchObject([{ replacedText: "before⟦U+202E⟧", inputText: "af" }]);
  read(assistant([call("t", "Edit", { file_path: "/w/a.ts", old_string: "before", new_string: "after" })]));
  expect(items()[0]).not.toHaveProperty("replacedText");
});

it("reads each piece of a streamed edit in time proportional to the piece", () => {
  const { read, items } = reading();
  const event = (fields: object) => ({ type: "stream_event", event: { index: 0, ...fields } });
  const piece = (partial_json: string) =>
    event({ type: "content_block_delta", delta: { type: "input_json_delta", partial_json } });
  read(event({ type: "content_block_start", content_block: { type: "tool_use", id: "t", name: "Edit" } }));
  const old = "before ".repeat(150_000);
  read(piece(`{"old_string":"${old}","new_string":"`));
  const begin = performance.now();
  read(
    ...Array.from({ length: 2_000 }, () => piece("after ")),
    ...Array.from({ length: 500 }, (_, index) => piece(`","f${index}":"`)),
  );
  // Generous for a machine under load: it took many times that.
  expect(performance.now() - begin).toBeLessThan(2_000);
  expect(items()).toMatchObject([{ replacedText: old, inputText: "after ".repeat(2_000) }]);
});

it("shows the line at which a file is read", () => {
  const { read, items } = reading();
  read(assistant([call("t", "Read", { file_path: "/w/a.ts", offset: 40, limit: 10 })]));
  expect(items()).toMatchObject([{ path: "/w/a.ts", line: 40 }]);
});
