import { describe, expect, it } from "vitest";
import { failures } from "../../../extension/base/failure.ts";
import { settled } from "../protocol/setup.ts";
import { answerOf, askWrite, assistant, begin, toolUse, write } from "./conversationSetup.ts";

describe("requests", () => {
  it("shows a request with its diff, and answers an allow with the shown input", async () => {
    const { conversation, cli, items, files } = await begin({ files: { "/w/a.txt": "old\n" } });
    conversation.submit("hi");
    cli().write(assistant([toolUse]));
    cli().write(askWrite);
    await settled();
    expect(conversation.state.requests).toMatchObject([
      {
        kind: "permission",
        id: "r1",
        tool: "Write",
        subject: "a.txt",
        toolKind: "write",
        always: [{ choice: 0, change: { kind: "mode", mode: "acceptEdits", destination: "session" } }],
        proposal: { path: "a.txt", added: 1, removed: 1 },
      },
    ]);
    expect(items().at(-1)).toMatchObject({ state: "waiting" });
    expect(conversation.decide("r1", 0, { kind: "allow" })).toBe(true);
    await settled();
    expect(answerOf(cli())).toMatchObject({ subtype: "success", response: { behavior: "allow", updatedInput: write, toolUseID: "toolu_1" } });
    expect(items().at(-1)).toMatchObject({ state: "running", decided: { code: "allowed" } });
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
    conversation.decide("r1", 0, { kind: "allow" });
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
    expect(conversation.decide("r1", 0, { kind: "deny", feedback: "Use b.txt" })).toBe(true);
    expect(conversation.decide("r1", 0, { kind: "allow" })).toBe(false);
    await settled();
    expect(answerOf(cli())).toMatchObject({ response: { behavior: "deny", message: "Use b.txt" } });
    expect(items().at(-1)).toMatchObject({ state: "denied", decided: { code: "deniedWith", text: "Use b.txt" } });
    expect(conversation.state.requests).toEqual([]);
  });

  it("sends the chosen suggestion back word for word", async () => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    conversation.decide("r1", 0, { kind: "allowAlways", choice: 0 });
    await settled();
    expect(answerOf(cli())).toMatchObject({ response: { behavior: "allow", updatedPermissions: askWrite.request.permission_suggestions } });
  });

  it.each([
    { kind: "allowAlways", choice: 7 },
    { kind: "answer", answers: ["y"] },
    { kind: "approvePlan", isAcceptingEdits: true },
  ] as const)("denies when a decision does not fit its request: $kind", async (decision) => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    conversation.decide("r1", 0, decision);
    await settled();
    expect(answerOf(cli())).toMatchObject({ response: { behavior: "deny" } });
  });

  it("shows the input itself where no diff can", async () => {
    const { conversation, cli } = await begin({ files: { "/w/a.txt": "something\n" } });
    const input = { file_path: "/w/a.txt", old_string: "missing", new_string: "x\u001b[8mhidden" };
    cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "Edit", input } });
    await settled();
    const [request] = conversation.state.requests;
    expect(request).toMatchObject({ body: expect.stringContaining("hidden"), proposal: { problem: "textMissing" } });
  });

  it("only lets a tool be denied that asks for more than a yes", async () => {
    const { conversation, cli } = await begin();
    cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "Special", requires_user_interaction: true } });
    await settled();
    expect(conversation.state.requests).toMatchObject([{ isDenyOnly: true }]);
    conversation.decide("r1", 0, { kind: "allow" });
    await settled();
    expect(answerOf(cli())).toMatchObject({ response: { behavior: "deny" } });
  });

  it("takes a request away that the CLI cancelled", async () => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    cli().write({ type: "control_cancel_request", request_id: "r1" });
    expect(conversation.state.requests).toEqual([]);
    expect(conversation.decide("r1", 0, { kind: "allow" })).toBe(false);
  });

  it("answers a question with labels by question text", async () => {
    const { conversation, cli } = await begin();
    const input = { questions: [{ question: "Which?", header: "Pick", options: [{ label: "A", description: "" }], multiSelect: false }] };
    cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "AskUserQuestion", input } });
    await settled();
    expect(conversation.state.requests).toMatchObject([{ kind: "question", questions: [{ question: "Which?", header: "Pick" }] }]);
    conversation.decide("r1", 0, { kind: "answer", answers: ["A"] });
    await settled();
    expect(answerOf(cli())).toMatchObject({ response: { behavior: "allow", updatedInput: { ...input, answers: { "Which?": "A" } } } });
  });

  it("approves a plan with the mode that was chosen for it", async () => {
    const { conversation, cli } = await begin();
    cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "ExitPlanMode", input: { plan: "# Plan" } } });
    await settled();
    expect(conversation.state.requests).toMatchObject([{ kind: "plan", plan: "# Plan" }]);
    conversation.decide("r1", 0, { kind: "approvePlan", isAcceptingEdits: true });
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
    expect(conversation.state).toMatchObject({ status: "ended", requests: [], problem: { code: "ended" } });
    expect(items().at(-1)).toMatchObject({ state: "stopped" });
  });
});
