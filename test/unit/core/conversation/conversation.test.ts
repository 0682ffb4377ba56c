import { describe, expect, it } from "vitest";
import { findNewestTested } from "../../../../extension/core/conversation/statusAnswers.ts";
import { wasInterrupted } from "../../../../extension/core/conversation/transcript/interruption.ts";
import { decodeValue } from "../../../../extension/core/protocol/frames/decode.ts";
import { failures } from "../../../../extension/shared/base/failure.ts";
import { settled } from "../protocol/setup.ts";
import { assistant, begin, result, toolUse } from "./conversationSetup.ts";

const said = (content: string) => ({ type: "user", message: { content } });
/** As the CLI keeps a command of its own in a transcript. */
const command =
  "<command-name>/cost</command-name>\n            <command-message>cost</command-message>\n            <command-args></command-args>";
const compacted = { type: "system", subtype: "compact_boundary" };

describe("prompts", () => {
  it("becomes idle after the start, with the models and the mode of claude", async () => {
    const { conversation } = await begin();
    expect(conversation.state).toMatchObject({
      status: "idle",
      reported: { permissionMode: "default" },
      models: [{ value: "opus", label: "Opus" }],
      cliVersion: "2.1.329",
    });
  });

  it("shows whether commands run in a sandbox, and an untested newer version", async () => {
    const { conversation, cli, logged } = await begin({ version: "2.2.0" });
    expect(conversation.state.isSandboxed).toBeUndefined();
    const init = (sandbox_enabled: unknown) =>
      cli().write({ type: "system", subtype: "init", session_id: "s1", sandbox_enabled });
    init(true);
    expect(conversation.state.isSandboxed).toBe(true);
    init("unknown");
    expect(conversation.state.isSandboxed).toBe(true);
    init(false);
    expect(conversation.state.isSandboxed).toBeUndefined();
    expect(logged.filter((line) => line.includes("newer than"))).toEqual([
      "claude 2.2.0 is newer than 2.1.332, the newest version that was tested",
    ]);
    expect(findNewestTested(conversation.client)).toBe("2.1.332");
    expect(findNewestTested((await begin({ version: "2.1.332" })).conversation.client)).toBeUndefined();
  });

  it("sends a prompt with the uuid of its row, and titles the conversation", async () => {
    const { conversation, cli, items } = await begin();
    conversation.submit("Do this\nand that");
    const sent = cli().received.at(-1);
    expect(sent).toMatchObject({ type: "user", message: { content: [{ text: "Do this\nand that" }] } });
    expect(items()).toEqual([{ kind: "prompt", id: sent?.["uuid"], text: "Do this\nand that", at: 1_000_000 }]);
    expect(conversation.state).toMatchObject({ status: "working", title: "Do this" });
  });

  it("queues prompts while a turn runs and sends them one by one", async () => {
    const { conversation, cli } = await begin();
    for (const text of ["one", "two", "three"]) conversation.submit(text);
    expect(conversation.state.queue.map((entry) => entry.text)).toEqual(["two", "three"]);
    expect(conversation.queue.remove(conversation.state.queue[0]!.id)).toMatchObject({ text: "two" });
    cli().write(result());
    expect(cli().received.at(-1)).toMatchObject({ message: { content: [{ text: "three" }] } });
    expect(conversation.state.queue).toEqual([]);
  });

  it("holds a refused prompt until the user sends it", async () => {
    const { conversation, cli } = await begin();
    conversation.submit("too much");
    const { uuid } = cli().received.at(-1) as { uuid: string };
    cli().write({ type: "command_lifecycle", command_uuid: uuid, state: "refused" });
    expect(conversation.state).toMatchObject({ status: "idle", queue: [{ text: "too much" }] });
    expect(cli().received.filter((frame) => frame["type"] === "user")).toHaveLength(1);
    await conversation.delivery.sendNow(conversation.state.queue[0]!.id);
    expect(cli().received.filter((frame) => frame["type"] === "user")).toHaveLength(2);
  });

  it("holds the prompts behind a refused one until the user sends another", async () => {
    const { conversation, cli } = await begin();
    const sent = () =>
      cli()
        .received.filter((frame) => frame["type"] === "user")
        .map((frame) => frame["message"].content[0].text);
    conversation.submit("first");
    conversation.submit("second, needs first");
    cli().write({ type: "command_lifecycle", command_uuid: cli().received.at(-1)?.["uuid"], state: "refused" });
    cli().write(result());
    expect(sent()).toEqual(["first"]);
    conversation.submit("third");
    expect(sent()).toEqual(["first", "second, needs first"]);
  });

  it("holds the prompts behind a cut-off turn, and sends later ones", async () => {
    const { conversation, cli, allClis } = await begin();
    conversation.submit("the cut one");
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    conversation.submit("queued behind it");
    cli().end(failures.cliExited(null, "SIGKILL", ""));
    await conversation.start();
    expect(allClis()).toHaveLength(2);
    expect(cli().received.filter((frame) => frame["type"] === "user")).toEqual([]);
    expect(conversation.state).toMatchObject({ status: "idle", queue: [{ text: "queued behind it", isHeld: true }] });
    conversation.submit("what now");
    expect(cli().received.at(-1)).toMatchObject({ message: { content: [{ text: "what now" }] } });
  });

  it("holds queued prompts after a stop, and after a restart that cuts off a turn", async () => {
    const { conversation, cli, answers } = await begin();
    answers["interrupt"] = {};
    conversation.submit("stopped");
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    conversation.submit("queued");
    await conversation.stop();
    cli().write(result({ is_error: true, subtype: "error_during_execution", terminal_reason: "aborted_streaming" }));
    expect(conversation.state).toMatchObject({ status: "idle", queue: [{ text: "queued", isHeld: true }] });
    conversation.submit("restarted");
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    conversation.submit("behind it");
    await conversation.start();
    expect(conversation.state.queue).toMatchObject([
      { text: "queued", isHeld: true },
      { text: "behind it", isHeld: true },
    ]);
    expect(cli().received.filter((frame) => frame["type"] === "user")).toEqual([]);
  });

  it("holds queued prompts when the user stops a turn that has shown nothing yet", async () => {
    const { conversation, cli, answers } = await begin();
    answers["interrupt"] = {};
    conversation.submit("stopped");
    conversation.submit("queued");
    await conversation.stop();
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().write(result({ is_error: true, subtype: "error_during_execution", terminal_reason: "aborted_streaming" }));
    expect(conversation.state).toMatchObject({ status: "idle", queue: [{ text: "queued", isHeld: true }] });
    expect(cli().received.filter((frame) => frame["type"] === "user")).toHaveLength(1);
  });

  it("keeps a replaced process from working on a message that its successor gets", async () => {
    const { conversation, cli, allClis } = await begin();
    conversation.submit("sent again");
    const restarting = conversation.start();
    await settled();
    const [first] = allClis();
    expect(first?.received.at(-1)).toMatchObject({ type: "control_request", request: { subtype: "interrupt" } });
    expect(first?.isInputEnded).toBe(true);
    first?.end();
    await restarting;
    expect(cli().received.filter((frame) => frame["type"] === "user")).toMatchObject([
      { message: { content: [{ text: "sent again" }] } },
    ]);
  });

  it("marks a turn as interrupted unless the user stopped it or it never began", async () => {
    const { conversation, cli } = await begin();
    conversation.submit("never taken");
    cli().end(failures.cliExited(null, "SIGKILL", ""));
    expect(conversation.state.isInterrupted).toBeUndefined();
    await conversation.start();
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().end(failures.cliExited(null, "SIGKILL", ""));
    expect(conversation.state.isInterrupted).toBe(true);
    await conversation.start();
    expect(conversation.state.isInterrupted).toBe(true);
    conversation.submit("go on");
    expect(conversation.state.isInterrupted).toBeUndefined();
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().write(result());
    cli().end(failures.cliExited(1, null, "idle"));
    expect(conversation.state.isInterrupted).toBeUndefined();
  });

  it.each([
    ["a prompt", [{ type: "user", message: { content: "go" } }], true],
    ["a call", [assistant([toolUse])], true],
    [
      "an output",
      [{ type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t", content: "x" }] } }],
      true,
    ],
    ["a reply", [assistant([{ type: "text", text: "done" }])], false],
    [
      "what the user ended",
      [{ type: "user", message: { content: [{ type: "text", text: "[Request interrupted by user for tool use]" }] } }],
      false,
    ],
    ["nothing", [], false],
    [
      "a command and its answer",
      [
        assistant([{ type: "text", text: "done" }]),
        said(command),
        said("<local-command-stdout>1</local-command-stdout>"),
      ],
      false,
    ],
    [
      "a command behind a prompt",
      [said("go"), said(command), said("<local-command-stdout>1</local-command-stdout>")],
      true,
    ],
    [
      "a prompt of a command",
      [said("<command-message>review</command-message>\n<command-name>/review</command-name>")],
      true,
    ],
    [
      "a compaction",
      [assistant([{ type: "text", text: "done" }]), said("<task-notification>\n</task-notification>"), compacted],
      false,
    ],
  ] as const)(
    "finds out from a transcript that ends with %s whether its last turn was interrupted",
    (_, values, isCut) => {
      const frames = values
        .map((value) => decodeValue(value))
        .flatMap((decoded) => (decoded.kind === "frame" ? [decoded.frame] : []));
      expect(frames).toHaveLength(values.length);
      expect(wasInterrupted(frames)).toBe(isCut);
    },
  );

  it("continues after a frame that no reducer can handle", async () => {
    const { conversation, cli, errors, items } = await begin();
    conversation.submit("edit");
    cli().write(assistant([toolUse]));
    const odd = Object.defineProperty({}, "structuredPatch", {
      enumerable: true,
      value: [{ lines: [{ toString: 1 }, "+x"] }],
    });
    cli().write({
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] },
      tool_use_result: odd,
    });
    cli().write(result());
    expect(items()).toMatchObject([{ kind: "prompt" }, { kind: "tool", state: "done" }, { kind: "turn" }]);
    expect(errors).toEqual([]);
  });

  it("waits for the idle state instead of the result where claude announces it", async () => {
    const { conversation, cli } = await begin();
    conversation.submit("one");
    cli().write({ type: "system", subtype: "session_state_changed", state: "running" });
    cli().write(result());
    expect(conversation.state.status).toBe("working");
    cli().write({ type: "system", subtype: "session_state_changed", state: "idle" });
    expect(conversation.state.status).toBe("idle");
  });

  it("joins streamed text, and replaces it with the full frame", async () => {
    const { conversation, cli, items, changes } = await begin();
    conversation.submit("hi");
    const event = (body: object) => cli().write({ type: "stream_event", event: body });
    event({ type: "message_start", message: { id: "m1", usage: { input_tokens: 10 } } });
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
    changes.length = 0;
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } });
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "lo" } });
    // The first piece of a step is applied at once, the others at its end.
    expect(changes).toEqual([{ kind: "append", thread: "", id: "m1:0", text: "Hel" }]);
    await settled();
    expect(changes).toEqual([
      { kind: "append", thread: "", id: "m1:0", text: "Hel" },
      { kind: "append", thread: "", id: "m1:0", text: "lo" },
    ]);
    expect(items().at(-1)).toMatchObject({ text: "Hello", isStreaming: true });
    cli().write(assistant([{ type: "text", text: "Hello!" }]));
    event({ type: "content_block_stop", index: 0 });
    expect(items().slice(1)).toEqual([{ kind: "text", id: "m1:0", text: "Hello!", isStreaming: false, at: 1_000_000 }]);
  });
});

describe("starts", () => {
  it("keeps the mode that was chosen for the conversation", async () => {
    const { conversation, answers, starts } = await begin();
    answers["set_permission_mode"] = { mode: "plan" };
    await conversation.settings.choose("permissionMode", "plan");
    await conversation.start();
    expect(starts.at(-1)).toMatchObject({ choices: { permissionMode: "plan" } });
  });

  it("leaves one process after several starts, and none after a close", async () => {
    const { conversation, allClis } = await begin();
    await Promise.all([conversation.start(), conversation.start(), conversation.start()]);
    expect(allClis().filter((cli) => !cli.isInputEnded)).toHaveLength(1);
    expect(conversation.state).toMatchObject({ status: "idle" });
    const starting = conversation.start();
    await conversation.close();
    await starting;
    expect(allClis().filter((cli) => !cli.isInputEnded)).toEqual([]);
    expect(conversation.state.status).toBe("ended");
  });

  it("ignores the end of a replaced process", async () => {
    const { conversation, allClis } = await begin();
    const [first] = allClis();
    await conversation.start();
    first?.end(failures.cliExited(1, null, "late"));
    expect(conversation.state.problem).toBeUndefined();
  });
});

describe("values in effect", () => {
  it("offers no mode that the version lacks", async () => {
    expect((await begin({ version: "2.1.50" })).conversation.state.modes).not.toContain("auto");
    expect((await begin()).conversation.state.modes).toContain("auto");
  });

  it("shows the model that claude reports, not the one that was clicked", async () => {
    const { conversation, cli, answers } = await begin({ version: "2.1.50" });
    answers["set_model"] = {};
    await conversation.settings.choose("model", "opus");
    expect(conversation.state.reported.model).toBeUndefined();
    cli().write({ type: "system", subtype: "init", model: "claude-opus-4-6" });
    expect(conversation.state.reported.model).toBe("claude-opus-4-6");
  });

  it("reports an action of the user that failed", async () => {
    const { conversation, cli, items } = await begin();
    const change = conversation.settings.choose("model", "nope");
    await settled();
    const { request_id } = cli().received.at(-1) as { request_id: string };
    cli().write({
      type: "control_response",
      response: { subtype: "error", request_id, error: "no such \u001b[31mmodel" },
    });
    await change;
    expect(items().at(-1)).toMatchObject({
      level: "error",
      notice: { code: "optionRefused", option: "model", reason: "no such model" },
    });
    expect(conversation.remembered.choices).toEqual({});
    cli().end();
    await conversation.controls.stopTask("b1");
    expect(items().at(-1)).toMatchObject({ notice: { code: "notRunning", attempt: "stopTask" } });
  });
});

describe("background tasks", () => {
  const begun = {
    type: "system",
    subtype: "task_started",
    task_id: "b1",
    description: "watch",
    task_type: "local_bash",
    is_backgrounded: true,
  };

  it("stop one by one, even where claude only confirms the request (2.1.50)", async () => {
    const { conversation, cli, answers } = await begin({ version: "2.1.50" });
    cli().write(begun);
    expect(conversation.state.background).toMatchObject([{ id: "b1" }]);
    answers["stop_task"] = {};
    await conversation.controls.stopTask("b1");
    expect(cli().received.at(-1)).toMatchObject({ request: { subtype: "stop_task", task_id: "b1" } });
    expect(conversation.state.background).toEqual([]);
  });

  it("show their output where the version can report it", async () => {
    const { conversation, answers } = await begin();
    answers["get_task_output"] = { output: "\u001b[31mout\u001b[0m\n", total_bytes: 9_013, truncated: true };
    expect(await conversation.controls.taskOutput("b1")).toMatchObject({
      text: "out\n",
      omitted: 9_000,
      colored: expect.anything(),
    });
    const omitted = async (output: string, total_bytes: number, truncated: boolean) => {
      answers["get_task_output"] = { output, total_bytes, truncated };
      return (await conversation.controls.taskOutput("b1"))?.omitted;
    };
    // Characters, of which one can be several bytes.
    expect(await omitted("é→🚀", 9, false)).toBe(0);
    expect(await omitted("é".repeat(10), 120, true)).toBe(50);
    expect(await omitted("a".repeat(70_000), 100_000, true)).toBe(36_000);
    expect(await omitted("", 100, true)).toBe(100);
    const old = await begin({ version: "2.1.50" });
    expect(await old.conversation.controls.taskOutput("b1")).toBeUndefined();
  });

  it("disappear with their process", async () => {
    const { conversation, cli } = await begin();
    cli().write(begun);
    cli().end(failures.cliExited(null, "SIGKILL", ""));
    expect(conversation.state.background).toEqual([]);
  });
});
