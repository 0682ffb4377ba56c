import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { failures } from "../../../extension/base/failure.ts";
import { silentLogger } from "../../../extension/base/logger.ts";
import type { Change } from "../../../extension/contract/changes.ts";
import { describeFailure } from "../../../extension/panel/failureText.ts";
import { Conversation } from "../../../extension/session/conversation.ts";
import { previewRewind, rewindConversation } from "../../../extension/session/rewind.ts";
import { FakeClock } from "../../fakes/fakeClock.ts";
import { type FakeCli, memoryPair } from "../../fakes/memoryPair.ts";
import { settled } from "../protocol/setup.ts";

/** A conversation whose CLI answers control requests; files are a map. */
async function begin(options: { files?: Record<string, string>; version?: string; isResumed?: boolean } = {}) {
  const files = new Map(Object.entries(options.files ?? {}));
  const starts: object[] = [];
  const clis: FakeCli[] = [];
  const changes: Change[] = [];
  const answers: Record<string, object> = { initialize: { models: [{ value: "opus", displayName: "Opus" }], current_permission_mode: "default" } };
  const conversation = new Conversation({
    launcher: {
      launch: async (start) => {
        starts.push(start);
        const { transport, cli } = memoryPair();
        clis.push(cli);
        cli.onLine = (frame) => {
          const subtype = frame["request"]?.subtype;
          if (frame["type"] === "control_request" && answers[subtype]) {
            cli.write({ type: "control_response", response: { subtype: "success", request_id: frame["request_id"], response: answers[subtype] } });
          }
        };
        return { transport, version: options.version ?? "2.1.329", isResumed: options.isResumed ?? true };
      },
    },
    files: { isDirty: () => false, readDisk: async (path) => files.get(path) },
    describeFailure,
    clock: new FakeClock(),
    logger: silentLogger,
    newId: randomUUID,
    folder: "/w",
  });
  conversation.onDidChange((batch) => changes.push(...batch));
  await conversation.start();
  const items = () => conversation.page("", 100).items;
  return { conversation, cli: () => clis.at(-1)!, allClis: () => clis, starts, changes, files, items, answers };
}

const result = (extra: object = {}) => ({ type: "result", subtype: "success", session_id: "s1", uuid: randomUUID(), ...extra });
const assistant = (content: object[]) => ({ type: "assistant", message: { id: "m1", content }, uuid: randomUUID() });
const write = { file_path: "/w/a.txt", content: "new\n" };
const toolUse = { type: "tool_use", id: "toolu_1", name: "Write", input: write };
const askWrite = {
  type: "control_request",
  request_id: "r1",
  request: {
    subtype: "can_use_tool",
    tool_name: "Write",
    input: write,
    tool_use_id: "toolu_1",
    permission_suggestions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }],
  },
};
const answerOf = (cli: FakeCli, id = "r1") => cli.received.find((frame) => frame["response"]?.request_id === id)?.["response"];

describe("prompts", () => {
  it("is idle with the models and the mode of the CLI once it started", async () => {
    const { conversation } = await begin();
    expect(conversation.facts).toMatchObject({ status: "idle", mode: "default", models: [{ value: "opus", label: "Opus" }], cliVersion: "2.1.329" });
  });

  it("shows and sends a prompt under the same uuid, and titles the conversation", async () => {
    const { conversation, cli, items } = await begin();
    conversation.submit("Do this\nand that");
    const sent = cli().received.at(-1);
    expect(sent).toMatchObject({ type: "user", message: { content: [{ text: "Do this\nand that" }] } });
    expect(items()).toEqual([{ kind: "prompt", id: sent?.["uuid"], text: "Do this\nand that" }]);
    expect(conversation.facts).toMatchObject({ status: "working", title: "Do this" });
  });

  it("queues prompts while a turn runs and sends them one by one", async () => {
    const { conversation, cli } = await begin();
    for (const text of ["one", "two", "three"]) conversation.submit(text);
    expect(conversation.facts.queue.map((entry) => entry.text)).toEqual(["two", "three"]);
    expect(conversation.removeQueued(conversation.facts.queue[0]!.id)).toBe("two");
    cli().write(result());
    expect(cli().received.at(-1)).toMatchObject({ message: { content: [{ text: "three" }] } });
    expect(conversation.facts.queue).toEqual([]);
  });

  it("keeps a prompt that the CLI refused, and sends it only when the user goes on", async () => {
    const { conversation, cli } = await begin();
    conversation.submit("too much");
    const { uuid } = cli().received.at(-1) as { uuid: string };
    cli().write({ type: "command_lifecycle", command_uuid: uuid, state: "refused" });
    expect(conversation.facts).toMatchObject({ status: "idle", queue: [{ text: "too much" }] });
    expect(cli().received.filter((frame) => frame["type"] === "user")).toHaveLength(1);
    await conversation.sendNow(conversation.facts.queue[0]!.id);
    expect(cli().received.filter((frame) => frame["type"] === "user")).toHaveLength(2);
  });

  it("waits for the idle state where the CLI announces it, not for the result", async () => {
    const { conversation, cli } = await begin();
    conversation.submit("one");
    cli().write({ type: "system", subtype: "session_state_changed", state: "running" });
    cli().write(result());
    expect(conversation.facts.status).toBe("working");
    cli().write({ type: "system", subtype: "session_state_changed", state: "idle" });
    expect(conversation.facts.status).toBe("idle");
  });

  it("puts streamed text together, and lets the full frame have the last word", async () => {
    const { conversation, cli, items, changes } = await begin();
    conversation.submit("hi");
    const event = (body: object) => cli().write({ type: "stream_event", event: body });
    event({ type: "message_start", message: { id: "m1", usage: { input_tokens: 10 } } });
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
    changes.length = 0;
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } });
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "lo" } });
    expect(changes).toEqual([
      { kind: "append", lane: "", id: "m1:0", text: "Hel" },
      { kind: "append", lane: "", id: "m1:0", text: "lo" },
    ]);
    expect(items().at(-1)).toMatchObject({ text: "Hello", isStreaming: true });
    cli().write(assistant([{ type: "text", text: "Hello!" }]));
    event({ type: "content_block_stop", index: 0 });
    expect(items().slice(1)).toEqual([{ kind: "text", id: "m1:0", text: "Hello!", isStreaming: false }]);
  });
});

describe("requests", () => {
  it("shows a request with its diff, and answers an allow with the shown input", async () => {
    const { conversation, cli, items, files } = await begin({ files: { "/w/a.txt": "old\n" } });
    conversation.submit("hi");
    cli().write(assistant([toolUse]));
    cli().write(askWrite);
    await settled();
    expect(conversation.facts.requests).toMatchObject([
      {
        kind: "permission",
        id: "r1",
        tool: "Write",
        subject: "a.txt",
        title: "Write a.txt",
        always: ["Accept all edits until this conversation ends"],
        proposal: { path: "a.txt", added: 1, removed: 1 },
      },
    ]);
    expect(items().at(-1)).toMatchObject({ state: "waiting for you" });
    expect(conversation.decide("r1", { kind: "allow" })).toBe(true);
    await settled();
    expect(answerOf(cli())).toMatchObject({ subtype: "success", response: { behavior: "allow", updatedInput: write, toolUseID: "toolu_1" } });
    expect(items().at(-1)).toMatchObject({ state: "running", decision: "allowed" });
    files.set("/w/a.txt", "new\n");
    cli().write({ type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] } });
    await settled();
    expect(items().filter((item) => item.kind === "notice")).toEqual([]);
    expect(items().at(-1)).toMatchObject({ kind: "tool", state: "done" });
  });

  it("says so when the file on disk is not what was accepted", async () => {
    const { conversation, cli, items, files } = await begin();
    conversation.submit("hi");
    cli().write(assistant([toolUse]));
    cli().write(askWrite);
    await settled();
    conversation.decide("r1", { kind: "allow" });
    await settled();
    files.set("/w/a.txt", "something else");
    cli().write({ type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] } });
    await settled();
    expect(items().at(-1)).toMatchObject({ kind: "notice", level: "error" });
  });

  it("carries a refusal with its words, and decides only once", async () => {
    const { conversation, cli, items } = await begin();
    cli().write(askWrite);
    await settled();
    expect(conversation.decide("r1", { kind: "deny", feedback: "Use b.txt" })).toBe(true);
    expect(conversation.decide("r1", { kind: "allow" })).toBe(false);
    await settled();
    expect(answerOf(cli())).toMatchObject({ response: { behavior: "deny", message: "Use b.txt" } });
    expect(items().at(-1)).toMatchObject({ state: "denied", decision: "Use b.txt" });
    expect(conversation.facts.requests).toEqual([]);
  });

  it("sends the chosen suggestion back word for word", async () => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    conversation.decide("r1", { kind: "allowAlways", choice: 0 });
    await settled();
    expect(answerOf(cli())).toMatchObject({ response: { behavior: "allow", updatedPermissions: askWrite.request.permission_suggestions } });
  });

  it.each([
    { kind: "allowAlways", choice: 7 },
    { kind: "answer", answers: { x: "y" } },
    { kind: "approvePlan", isAcceptingEdits: true },
  ] as const)("denies when a decision does not fit its request: $kind", async (decision) => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    conversation.decide("r1", decision);
    await settled();
    expect(answerOf(cli())).toMatchObject({ response: { behavior: "deny" } });
  });

  it("shows the input itself where no diff can", async () => {
    const { conversation, cli } = await begin({ files: { "/w/a.txt": "something\n" } });
    const input = { file_path: "/w/a.txt", old_string: "missing", new_string: "x\u001b[8mhidden" };
    cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "Edit", input } });
    await settled();
    const [request] = conversation.facts.requests;
    expect(request).toMatchObject({ body: expect.stringContaining("hidden"), proposal: { problem: expect.stringContaining("does not occur") } });
  });

  it("only lets a tool be denied that asks for more than a yes", async () => {
    const { conversation, cli } = await begin();
    cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "Special", requires_user_interaction: true } });
    await settled();
    expect(conversation.facts.requests).toMatchObject([{ isDenyOnly: true }]);
    conversation.decide("r1", { kind: "allow" });
    await settled();
    expect(answerOf(cli())).toMatchObject({ response: { behavior: "deny" } });
  });

  it("takes a request away that the CLI cancelled", async () => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    cli().write({ type: "control_cancel_request", request_id: "r1" });
    expect(conversation.facts.requests).toEqual([]);
    expect(conversation.decide("r1", { kind: "allow" })).toBe(false);
  });

  it("answers a question with labels by question text", async () => {
    const { conversation, cli } = await begin();
    const input = { questions: [{ question: "Which?", header: "Pick", options: [{ label: "A", description: "" }], multiSelect: false }] };
    cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "AskUserQuestion", input } });
    await settled();
    expect(conversation.facts.requests).toMatchObject([{ kind: "question", questions: [{ question: "Which?", header: "Pick" }] }]);
    conversation.decide("r1", { kind: "answer", answers: { "Which?": "A" } });
    await settled();
    expect(answerOf(cli())).toMatchObject({ response: { behavior: "allow", updatedInput: { ...input, answers: { "Which?": "A" } } } });
  });

  it("approves a plan with the mode that was chosen for it", async () => {
    const { conversation, cli } = await begin();
    cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "ExitPlanMode", input: { plan: "# Plan" } } });
    await settled();
    expect(conversation.facts.requests).toMatchObject([{ kind: "plan", plan: "# Plan" }]);
    conversation.decide("r1", { kind: "approvePlan", isAcceptingEdits: true });
    await settled();
    expect(answerOf(cli())).toMatchObject({
      response: { behavior: "allow", updatedPermissions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }] },
    });
  });

  it("never allows what nobody answered when the CLI goes", async () => {
    const { conversation, cli, items } = await begin();
    cli().write(askWrite);
    await settled();
    cli().end(failures.cliExited(1, null, "boom"));
    await settled();
    expect(answerOf(cli())).toBeUndefined();
    expect(conversation.facts).toMatchObject({ status: "ended", requests: [], trouble: { kind: "ended" } });
    expect(items().at(-1)).toMatchObject({ state: "stopped" });
  });
});

describe("starts", () => {
  it("keeps the mode that was chosen for the conversation", async () => {
    const { conversation, answers, starts } = await begin();
    answers["set_permission_mode"] = { mode: "plan" };
    await conversation.setMode("plan");
    await conversation.start();
    expect(starts.at(-1)).toMatchObject({ permissionMode: "plan" });
  });

  it("leaves one process of several starts, and none of a close", async () => {
    const { conversation, allClis } = await begin();
    await Promise.all([conversation.start(), conversation.start(), conversation.start()]);
    expect(allClis().filter((cli) => !cli.isInputEnded)).toHaveLength(1);
    expect(conversation.facts).toMatchObject({ status: "idle" });
    const starting = conversation.start();
    await conversation.close();
    await starting;
    expect(allClis().filter((cli) => !cli.isInputEnded)).toEqual([]);
    expect(conversation.facts.status).toBe("ended");
  });

  it("hears nothing of a process that was replaced", async () => {
    const { conversation, allClis } = await begin();
    const [first] = allClis();
    await conversation.start();
    first?.end(failures.cliExited(1, null, "late"));
    expect(conversation.facts.trouble).toBeUndefined();
  });
});

describe("trouble", () => {
  it("keeps prompt and queue when the CLI dies, prefers the CLI's own words, and resumes the same conversation", async () => {
    const { conversation, cli, starts, items } = await begin();
    conversation.submit("one");
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().write(assistant([{ type: "text", text: "so far" }]));
    conversation.submit("two");
    cli().write(result({ is_error: true, subtype: "error_during_execution", errors: ["the disk is full"] }));
    cli().end(failures.cliExited(1, null, "stderr noise"));
    expect(conversation.facts.trouble?.detail).toContain("the disk is full");
    expect(items().map((item) => item.kind)).toContain("prompt");
    await conversation.start();
    expect(starts.at(-1)).toMatchObject({ resume: "s1" });
    expect(conversation.facts).toMatchObject({ status: "working", queue: [] });
    expect(cli().received.at(-1)).toMatchObject({ message: { content: [{ text: "two" }] } });
    expect(conversation.facts.trouble).toBeUndefined();
  });

  it("says so when the CLI had saved nothing to resume", async () => {
    const { conversation, cli, items } = await begin({ isResumed: false });
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().write(assistant([{ type: "text", text: "so far" }]));
    cli().end(failures.cliExited(null, "SIGKILL", ""));
    await conversation.start();
    expect(items().at(-1)).toMatchObject({ kind: "notice", level: "warning" });
  });

  it("queues a prompt that is sent while there is no CLI", async () => {
    const { conversation, cli } = await begin();
    cli().end();
    conversation.submit("later");
    expect(conversation.facts.queue).toHaveLength(1);
    await conversation.start();
    expect(cli().received.at(-1)).toMatchObject({ message: { content: [{ text: "later" }] } });
  });

  it("offers the login when the model refuses it", async () => {
    const { conversation, cli } = await begin();
    conversation.submit("hi");
    cli().write({ ...assistant([{ type: "text", text: "Please run /login" }]), error: "authentication_failed" });
    cli().write(result({ is_error: true, result: "Please run /login" }));
    expect(conversation.facts.trouble).toMatchObject({ kind: "login" });
  });

  it("says that a damaged line was lost and goes on", async () => {
    const { conversation, cli, items } = await begin();
    cli().writeBytes(new TextEncoder().encode('{"type":"resu\n'));
    expect(items().at(-1)).toMatchObject({ kind: "notice", level: "error" });
    conversation.submit("still here");
    expect(cli().received.at(-1)).toMatchObject({ type: "user" });
  });
});

describe("rewind", () => {
  it("previews without changing, and says why not", async () => {
    const { conversation, answers } = await begin();
    answers["rewind_files"] = { canRewind: true, filesChanged: ["/w/a"], insertions: 1, deletions: 2 };
    expect(await previewRewind(conversation, "p")).toEqual({ kind: "possible", files: ["/w/a"], insertions: 1, deletions: 2 });
    answers["rewind_files"] = { canRewind: false, error: "No file checkpoint found for this message." };
    expect(await previewRewind(conversation, "p")).toEqual({ kind: "impossible", reason: "No file checkpoint found for this message." });
  });

  it("cuts the conversation in place where the CLI can, and gives the prompt back", async () => {
    const { conversation, cli, items, answers } = await begin();
    conversation.submit("first");
    cli().write(result());
    conversation.submit("second");
    cli().write(result());
    answers["rewind_conversation"] = { rewound: true };
    const { id } = conversation.prompts[0]!;
    expect(await rewindConversation(conversation, id)).toBe("second");
    expect(items().map((item) => (item.kind === "prompt" ? item.text : item.kind))).toEqual(["first", "turn"]);
  });

  it("forks a fresh process where it cannot", async () => {
    const { conversation, cli, starts } = await begin({ version: "2.1.50" });
    conversation.submit("first");
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().write(result());
    const { id } = conversation.prompts[0]!;
    expect(await rewindConversation(conversation, id)).toBe("first");
    expect(starts.at(-1)).toMatchObject({ resume: "s1", forkBefore: id });
  });
});
