import { expect, it } from "vitest";
import { failures } from "../../../../extension/shared/base/failure.ts";
import { assistant, result } from "../conversation/conversationSetup.ts";
import { getPrompts, ask as permissionRequest } from "../conversations/setup.ts";
import { settled } from "../protocol/setup.ts";
import { caller, errorOf, openApi, readEvents } from "./setup.ts";

const idle = { type: "system", subtype: "session_state_changed", state: "idle" };
const text = (said: string) => assistant([{ type: "text", text: said }]);

async function begun(options: Parameters<typeof openApi>[0] = {}, query: object = {}) {
  const window = openApi(options);
  const running = window.api.query(caller, { prompt: "count", ...query });
  const events = readEvents(running);
  await settled();
  return { ...window, running, events, cli: window.clis[0]!, open: window.conversations.all.at(-1)! };
}

it("asks the user once, marks the conversation as the extension's, and returns the reply", async () => {
  const { api, asked, cli, running, events, open, conversations, clis } = await begun();
  expect([asked, getPrompts(cli), open.conversation.state.startedBy]).toEqual([
    ["Helper"],
    ["count"],
    { id: caller, name: "Helper" },
  ]);
  cli.write({ type: "system", subtype: "init", session_id: "s1", model: "opus" });
  cli.write(text("three"));
  cli.write(result({ duration_ms: 5 }));
  cli.write(idle);
  expect(await running.result).toMatchObject({ text: "three", sessionId: "s1", usage: { durationMs: 5 }, denials: [] });
  expect((await events).map(({ kind }) => kind)).toEqual(["text", "turnEnded"]);
  await settled();
  expect([cli.isInputEnded, open.conversation.state.status, conversations.get(open.id)]).toEqual([
    true,
    "resting",
    open,
  ]);
  api.query(caller, { prompt: "again" }).result.catch(() => {});
  await settled();
  expect([asked.length, clis.length]).toEqual([1, 2]);
});

it("sends several messages in turn, and closes the input after the last turn", async () => {
  async function* messages() {
    yield "one";
    yield "two";
  }
  const { running, cli } = await begun({}, { prompt: messages() });
  expect(getPrompts(cli)).toEqual(["one"]);
  cli.write(text("first"));
  cli.write(result());
  cli.write(idle);
  await settled();
  expect([getPrompts(cli), cli.isInputEnded]).toEqual([["one", "two"], false]);
  cli.write(text("second"));
  cli.write(result());
  cli.write(idle);
  expect((await running.result).text).toBe("second");
  await settled();
  expect(cli.isInputEnded).toBe(true);
});

it("shows every permission request to the user, and allows none by itself", async () => {
  const { running, events, cli, open } = await begun();
  cli.write(permissionRequest("r1"));
  await settled();
  expect(open.conversation.state.requests).toHaveLength(1);
  await open.conversation.permissions.decide("r1", 0, { kind: "deny" });
  cli.write(
    result({ permission_denials: [{ tool_name: "Bash", tool_use_id: "tool_r1", tool_input: { command: "ls" } }] }),
  );
  cli.write(idle);
  expect((await running.result).denials).toEqual([{ id: "tool_r1", tool: "Bash", subject: "ls" }]);
  expect((await events).flatMap((event) => ("call" in event ? [event.call.state] : []))).toEqual([
    "running",
    "waiting",
    "denied",
  ]);
});

it.each([
  ["untrusted", { isTrusted: false }, {}, 0],
  ["notAllowed", { answer: false }, {}, 1],
  ["folderNotAllowed", {}, { cwd: "/etc" }, 1],
  ["invalidOptions", {}, { prompt: " " }, 1],
  ["invalidOptions", {}, { prompt: "x", permissionMode: "bypassPermissions" }, 0],
  ["invalidOptions", {}, { model: "opus --dangerously-skip-permissions" }, 0],
  ["aborted", {}, { signal: AbortSignal.abort() }, 1],
])("starts nothing: %s", async (code, options, query, questions) => {
  const { running, asked, clis, conversations, events } = await begun(options, query);
  expect((await errorOf(running)).code).toBe(code);
  await events;
  expect([asked.length, clis.length, conversations.all.length]).toEqual([questions, 0, 0]);
});

it("asks again in another window only, after a refusal", async () => {
  const { api, asked } = await begun({ answer: false });
  expect((await errorOf(api.query(caller, { prompt: "x" }))).code).toBe("notAllowed");
  expect(asked).toHaveLength(1);
});

it("works in a copy of the folder by default, and says why it can't", async () => {
  const { running, cli, starts, open } = await begun({ own: { maxTurns: 5 } }, { limits: { maxTurns: 9 } });
  expect([open.conversation.state.folder, starts[0]?.choices]).toEqual([
    "/copies/w",
    { permissionMode: "acceptEdits", maxTurns: 5 },
  ]);
  cli.write(text("three"));
  cli.write(result());
  cli.write(idle);
  expect((await running.result).folder).toBe("/copies/w");
  const refused = await begun({ copy: { code: "overBudget" } });
  expect(await errorOf(refused.running)).toMatchObject({ code: "notIsolated", data: { reason: "overBudget" } });
  expect([refused.clis.length, refused.conversations.all.length]).toEqual([0, 0]);
  expect((await errorOf((await begun({ copy: { code: "cancelled" } })).running)).data).toEqual({ by: "user" });
});

it.each<[string, Record<string, unknown>]>([
  ["/w", { isolation: "none" }],
  ["/w", { tools: [] }],
  ["/w", { tools: ["Read", "Grep", "WebSearch"] }],
  ["/w", { spawn: () => new Promise(() => {}) }],
  ["/copies/w", { tools: ["Read"], isolation: "copy" }],
  ["/copies/w", { tools: ["Read"], mcpServers: { shop: { command: "shop" } } }],
  ["/copies/w", { tools: ["Read", "Bash"] }],
  ["/copies/w", { tools: ["Read", "LaterTool"] }],
])("works in %s with %j", async (folder, options) => {
  const { open } = await begun({}, options);
  expect(open.conversation.state.folder).toBe(folder);
});

it("narrows the user's limits and tools, and never widens them", async () => {
  const own = { maxTurns: 5, maxCostUsd: 1, tools: ["Read", "Grep"] };
  const { starts } = await begun(
    { own },
    { isolation: "none", tools: ["Read", "Bash"], limits: { maxTurns: 50, maxCostUsd: 0.5 }, model: "opus" },
  );
  expect(starts[0]?.choices).toEqual({ model: "opus", tools: ["Read"], maxTurns: 5, maxBudgetUsd: 0.5 });
});

it.each([
  ["maxTurns", { subtype: "error_max_turns" }],
  ["budget", { subtype: "error_max_budget_usd" }],
  ["notSignedIn", { is_error: true, result: "Please run /login" }],
  ["throttled", { is_error: true, api_error_status: 529, result: "overloaded" }],
  ["failed", { is_error: true, result: "odd" }],
])("reports %s with what claude said, and ends the process", async (code, frame) => {
  const { running, cli } = await begun();
  cli.write(result(frame));
  cli.write(idle);
  expect(await errorOf(running)).toMatchObject({ name: "TandemError", code, cause: { kind: "turn" } });
  await settled();
  expect(cli.isInputEnded).toBe(true);
});

it("reports the reason why a process ended in its turn, and sends nothing again", async () => {
  const { running, cli, clis, open } = await begun();
  cli.write(text("th"));
  cli.end(failures.cliExited(3, null, "out of memory"));
  expect(await errorOf(running)).toMatchObject({ code: "processEnded", data: { detail: "out of memory" } });
  await settled();
  expect([clis.length, open.conversation.state.queue]).toEqual([1, []]);
});

it("takes a list of messages, also with parts", async () => {
  const { running, cli } = await begun({}, { prompt: ["one", { content: [{ type: "text", text: "two" }] }] });
  for (const reply of ["first", "second"]) {
    cli.write(text(reply));
    cli.write(result());
    cli.write(idle);
    await settled();
  }
  expect([(await running.result).text, getPrompts(cli), cli.isInputEnded]).toEqual(["second", ["one", "two"], true]);
});

it("reports a damaged line and continues, and fails once no line can be read", async () => {
  const { running, events, cli } = await begun();
  cli.writeBytes(Buffer.from('{"type":"assistant"\n'));
  cli.write(text("three"));
  cli.write(result());
  cli.write(idle);
  expect((await running.result).text).toBe("three");
  expect((await events).filter(({ kind }) => kind === "damagedLine")).toMatchObject([{ reason: expect.any(String) }]);
  const ended = await begun();
  ended.cli.end(failures.corruptLine("a line is longer than 9 characters", ""));
  expect(await errorOf(ended.running)).toMatchObject({
    code: "damagedLine",
    data: { reason: "a line is longer than 9 characters" },
    cause: { code: "unreadable" },
  });
});

it("gives each error its cause: the signal, the problem or who stopped it", async () => {
  const reason = new Error("not needed");
  const controller = new AbortController();
  const aborted = await begun({ answers: { interrupt: {} } }, { signal: controller.signal });
  controller.abort(reason);
  await settled();
  aborted.cli.write(
    result({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" }),
  );
  aborted.cli.write(idle);
  expect((await errorOf(aborted.running)).cause).toBe(reason);
  expect((await errorOf((await begun({}, { signal: AbortSignal.abort(reason) })).running)).cause).toBe(reason);
  const ended = await begun();
  ended.cli.end(failures.cliExited(3, null, "out of memory"));
  expect((await errorOf(ended.running)).cause).toMatchObject({ code: "ended", detail: "out of memory" });
  const closed = await begun();
  await closed.conversations.remove(closed.open.id);
  expect((await errorOf(closed.running)).cause).toMatchObject({
    message: "The user stopped or closed the conversation.",
  });
});

it("reports that claude was not found, and leaves no empty conversation", async () => {
  const { running, conversations } = await begun({
    launch: () => {
      throw failures.cliNotFound(["/bin/claude"]);
    },
  });
  expect(await errorOf(running)).toMatchObject({ code: "notFound", data: { searched: ["/bin/claude"] } });
  await settled();
  expect(conversations.all).toEqual([]);
});

it.each(["stop", "signal", "time"])("stops the turn: %s", async (how) => {
  const controller = new AbortController();
  const { running, cli, clock } = await begun(
    { answers: { interrupt: {} } },
    { signal: controller.signal, limits: { timeoutMs: 1_000 } },
  );
  if (how === "stop") void running.stop();
  if (how === "signal") controller.abort();
  if (how === "time") clock.advance(1_000);
  await settled();
  expect(cli.received.some((frame) => frame["request"]?.subtype === "interrupt")).toBe(true);
  cli.write(result({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" }));
  cli.write(idle);
  expect((await errorOf(running)).code).toBe(how === "time" ? "timedOut" : "aborted");
  await settled();
  expect(cli.isInputEnded).toBe(true);
});

it("ends for the extension when the user stops the turn, or closes the conversation", async () => {
  const stopped = await begun();
  stopped.cli.write(
    result({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" }),
  );
  expect(await errorOf(stopped.running)).toMatchObject({ code: "aborted", data: { by: "user" } });
  const closed = await begun();
  await closed.conversations.remove(closed.open.id);
  expect(await errorOf(closed.running)).toMatchObject({ code: "aborted", data: { by: "user" } });
});

it("returns the turn of its own message, not one that the user sent", async () => {
  const { running, cli, open } = await begun();
  cli.write(text("for the extension"));
  open.submit("from the user");
  cli.write(result());
  cli.write(idle);
  expect((await running.result).text).toBe("for the extension");
  await settled();
  expect([getPrompts(cli), cli.isInputEnded]).toEqual([["count", "from the user"], false]);
});

it("tells its message from one of the user with the same text", async () => {
  const { running, cli, open } = await begun({ answers: { interrupt: {} } });
  cli.write(text("one, two"));
  open.submit("count");
  void running.stop();
  await settled();
  expect(open.conversation.state.queue.map(({ text, isHeld }) => [text, isHeld])).toEqual([["count", true]]);
  cli.write(result({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" }));
  cli.write(idle);
  expect(await errorOf(running)).toMatchObject({ code: "aborted", data: { by: "extension" } });
  await settled();
  expect(open.conversation.state.queue.map(({ text }) => text)).toEqual(["count"]);
});

it("follows its message when that comes back from an ended process, and drops it", async () => {
  const { running, cli, open } = await begun();
  open.submit("count");
  cli.end(failures.cliExited(3, null, "out of memory"));
  expect((await errorOf(running)).code).toBe("processEnded");
  expect(open.conversation.state.queue.map(({ text, isHeld }) => [text, isHeld])).toEqual([["count", undefined]]);
});

it("returns its turn although a message of the user joined it", async () => {
  const { running, cli, open } = await begun();
  cli.write({ type: "system", subtype: "init", session_id: "s1", capabilities: ["msg_lifecycle_v1"] });
  open.submit("also this");
  const id = open.conversation.state.queue[0]?.id ?? "";
  await open.conversation.delivery.sendNow(id);
  expect(getPrompts(cli)).toEqual(["count", "also this"]);
  cli.write({ type: "command_lifecycle", command_uuid: id, state: "started" });
  cli.write(text("both"));
  cli.write(result());
  cli.write(idle);
  expect((await running.result).text).toBe("both");
});

it("runs at most four conversations for one extension", async () => {
  const { api, running } = await begun();
  const more = [1, 2, 3].map(() => api.query(caller, { prompt: "x" }));
  expect((await errorOf(api.query(caller, { prompt: "x" }))).code).toBe("busy");
  for (const query of [running, ...more]) query.result.catch(() => {});
});

it.each([
  ["always", [["/w/a.ts"]]],
  ["ask", []],
  ["never", []],
] as const)("waits for no decision about unsaved files if the user's setting is %s", async (autosave, expected) => {
  const saved: (readonly string[])[] = [];
  const { cli } = await begun({
    unsavedFiles: {
      autosave: () => autosave,
      remember: async () => true,
      list: () => ["/w/a.ts"],
      save: async (paths) => {
        saved.push(paths);
        return [];
      },
    },
  });
  expect([saved, getPrompts(cli)]).toEqual([expected, ["count"]]);
});
