import { expect, it } from "vitest";
import type { ConversationEvent } from "../../../../../extension/core/conversation/events/conversationEvents.ts";
import type { ParticipantContext } from "../../../../../extension/core/conversation/ports/participant.ts";
import { settled } from "../../protocol/setup.ts";
import { assistant, begin, result } from "../conversationSetup.ts";
import { frame, getPages } from "../transcript/transcriptSetup.ts";

const init = { type: "system", subtype: "init", session_id: "s1", tools: ["Bash", "Write"], cwd: "/w" };
const shell = { stdout: "hi\n", stderr: "", interrupted: false, isImage: false };
const call = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
const ended = (id: string, content: string, isError = false) => ({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, is_error: isError }] },
  uuid: `u-${id}`,
});

/** A conversation whose CLI can call the hooks that `initialize` announced. */
async function setup() {
  let context: ParticipantContext | undefined;
  const limits = { deadline: 42, budgets: [{ scope: "turn", unit: "tokens", used: 1, max: 2 }] } as const;
  const parts = await begin({
    participants: [
      (given) => {
        context = given;
        return { name: "limits", limits: () => limits };
      },
      () => ({ name: "later", limits: () => ({ deadline: 43 }) }),
    ],
  });
  const events: ConversationEvent[] = [];
  parts.conversation.events.onDidPublish((event) => events.push(event));
  let calls = 0;
  const hook = async (event: string, input: object = {}) => {
    const announced = parts.cli().received.find((frame) => frame["request"]?.subtype === "initialize")?.["request"]
      .hooks[event];
    for (const { hookCallbackIds } of announced) {
      const toolUseId = (input as { tool_use_id?: string }).tool_use_id;
      const request = {
        subtype: "hook_callback",
        callback_id: hookCallbackIds[0],
        input: { hook_event_name: event, ...input },
        tool_use_id: toolUseId,
      };
      parts.cli().write({ type: "control_request", request_id: `h${calls++}`, request });
    }
    await settled();
  };
  const write = async (...frames: object[]) => {
    for (const frame of frames) parts.cli().write(frame);
    await settled();
  };
  return { ...parts, context: context!, events, hook, write };
}

it("publishes a prompt after its turn reports the tools, then its calls and its end", async () => {
  const { conversation, events, hook, write, clock } = await setup();
  conversation.submit("go");
  await hook("UserPromptSubmit", { prompt: "go" });
  expect(events).toEqual([]);
  await write(init, assistant([call("toolu_1", "Bash", { command: "echo hi" })]));
  clock.advance(30);
  await hook("PostToolUse", {
    tool_name: "Bash",
    tool_input: { command: "echo hi" },
    tool_response: shell,
    tool_use_id: "toolu_1",
  });
  await write(ended("toolu_1", "hi"));
  await hook("Stop", { stop_hook_active: false, last_assistant_message: "Done." });
  await write(result({ result: "Done.", duration_ms: 50, structured_output: { a: 1 }, stop_reason: "end_turn" }));
  expect(events).toMatchObject([
    { kind: "promptRendered", text: "go", tools: ["Bash", "Write"] },
    {
      kind: "toolInvoked",
      callId: "toolu_1",
      tool: "Bash",
      outcome: "done",
      shell,
      response: shell,
      durationMs: 30,
      agentCallId: undefined,
      decision: undefined,
    },
    {
      kind: "turnEnded",
      outcome: "done",
      output: "Done.",
      durationMs: 50,
      structuredOutput: { a: 1 },
      stopReason: "end_turn",
    },
  ]);
});

it("publishes each call once: failed ones, denied ones, and those that no hook reported", async () => {
  const { events, hook, write } = await setup();
  await write(
    init,
    assistant([
      call("toolu_1", "Read", { file_path: "/w/none" }),
      call("toolu_2", "Nothing", {}),
      call("toolu_3", "Write", { file_path: "/w/a", content: "" }),
    ]),
  );
  await hook("PostToolUseFailure", {
    tool_name: "Read",
    tool_input: { file_path: "/w/none" },
    error: "no file",
    tool_use_id: "toolu_1",
    duration_ms: 7,
  });
  await write(ended("toolu_1", "no file", true), ended("toolu_2", "no such tool", true));
  expect(events).toMatchObject([
    { callId: "toolu_1", outcome: "failed", error: "no file", durationMs: 7, response: undefined, shell: undefined },
    { callId: "toolu_2", outcome: "failed", error: "no such tool" },
  ]);
});

it("publishes a call whose id an earlier, released call without a hook had", async () => {
  const { conversation, events, write } = await setup();
  const turn = async (number: number, ...frames: object[]) => {
    conversation.submit(`go ${number}`);
    await write(init, ...frames, { ...result(), uuid: `r${number}` });
  };
  const once = [assistant([call("toolu_1", "Nothing", {})]), ended("toolu_1", "no such tool", true)];
  await turn(1, ...once);
  for (const number of [2, 3]) await turn(number, assistant([{ type: "text", text: `said ${number}` }]));
  const { items } = conversation.transcript.page("", { kind: "end" }, 100);
  const prompts = items.filter(({ kind }) => kind === "prompt");
  const frames = prompts.map(({ id }) => frame({ type: "user", uuid: id, message: { content: "go" } }));
  const open = async () => ({ ...getPages(0, 1), read: async () => ({ frames, hasOlder: true, damaged: 0 }) });
  await conversation.transcript.trim(1, { open, canTrim: () => true });
  expect(conversation.transcript.isLoaded("toolu_1")).toBe(false);
  await turn(4, ...once);
  const callIds = events.flatMap((event) => (event.kind === "toolInvoked" ? [event.callId] : []));
  expect(callIds).toEqual(["toolu_1", "toolu_1"]);
});

it("publishes the user's decision, and that a denied call did not run", async () => {
  const { conversation, events, write } = await setup();
  const input = { file_path: "/w/a.txt", content: "new\n" };
  await write(init, assistant([call("toolu_1", "Write", input)]));
  await write({
    type: "control_request",
    request_id: "r1",
    request: { subtype: "can_use_tool", tool_name: "Write", input, tool_use_id: "toolu_1" },
  });
  const [request] = conversation.state.requests;
  await conversation.permissions.decide(request!.id, request!.revision, { kind: "deny", feedback: "not this file" });
  await settled();
  await write(ended("toolu_1", "The user doesn't want to proceed", true));
  expect(events).toMatchObject([
    {
      callId: "toolu_1",
      outcome: "denied",
      decision: { code: "deniedWith", text: "not this file" },
      durationMs: undefined,
    },
  ]);
});

it("publishes a prompt in a running turn at once, and an end with the process", async () => {
  const { conversation, cli, events, hook, write } = await setup();
  conversation.submit("go");
  await write(init);
  await hook("UserPromptSubmit", { prompt: "go" });
  await hook("UserPromptSubmit", { prompt: "and this" });
  expect(events.map((event) => event.kind === "promptRendered" && event.text)).toEqual(["go", "and this"]);
  cli().end();
  await settled();
  expect(events[2]).toMatchObject({
    kind: "turnEnded",
    outcome: "interrupted",
    stopReason: "interrupted",
    usage: undefined,
  });
});

it.each([
  [{ subtype: "error_max_turns" }, "error_max_turns"],
  [{ terminal_reason: "aborted_tools" }, "aborted_tools"],
  [{ terminal_reason: "completed", stop_reason: "refusal" }, "refusal"],
  [{}, "end_turn"],
])("names the reason for the end in %j", async (fields, reason) => {
  const { events, write } = await setup();
  await write(init, result(fields));
  expect(events).toMatchObject([{ kind: "turnEnded", stopReason: reason }]);
});

it("shares one turn context with names, earliest deadline, budgets and the last stop reason", async () => {
  const { conversation, context, hook, write } = await setup();
  conversation.managed.rename("Greeting", "s0");
  const budgets = [{ scope: "turn", unit: "tokens", used: 1, max: 2 }];
  expect(context.turn()).toMatchObject({
    conversation: "c1",
    names: { title: "Greeting" },
    deadline: 42,
    budgets,
    stopReason: undefined,
  });
  await hook("UserPromptSubmit", { prompt: "go" });
  await write(init, result());
  expect(context.turn()).toMatchObject({ names: { prompt: "go" }, sessionId: "s1", stopReason: "end_turn" });
});

it("logs outcomes, times, decisions and the reason for the end, without secrets", async () => {
  const { conversation, logged, hook, write, clock } = await setup();
  conversation.submit("go");
  await hook("UserPromptSubmit", { prompt: "go with sk-ant-api03-abcdefghijklmnop" });
  await write(init, assistant([call("toolu_1", "Bash", { command: "echo hi" })]));
  clock.advance(30);
  await hook("PostToolUse", {
    tool_name: "Bash",
    tool_input: { command: "echo hi" },
    tool_response: shell,
    tool_use_id: "toolu_1",
  });
  await write(ended("toolu_1", "hi"), result());
  expect(logged.filter((line) => /^(prompt|tool Bash \S+ invoked|turn (?!ended))/.test(line))).toEqual([
    "prompt rendered with 2 tools: go with ***",
    "tool Bash toolu_1 invoked: done, 30 ms",
    "turn done: end_turn, calls: 1 done",
  ]);
});

it("gives a listener only its kind of event, even if another listener throws", async () => {
  const { conversation, events, errors, write } = await setup();
  const ends: string[] = [];
  conversation.events.on("turnEnded", () => {
    throw new Error("broken");
  });
  const subscription = conversation.events.on("turnEnded", ({ stopReason }) => ends.push(stopReason));
  await write(init, assistant([call("toolu_2", "Nothing", {})]), ended("toolu_2", "none", true), result());
  subscription.dispose();
  await write(result());
  expect(ends).toEqual(["end_turn"]);
  expect(events.map(({ kind }) => kind)).toEqual(["toolInvoked", "turnEnded", "turnEnded"]);
  expect(errors.filter((line) => line.includes("broken"))).toHaveLength(2);
});
