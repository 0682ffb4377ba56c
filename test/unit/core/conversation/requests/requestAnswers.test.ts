import { expect, it } from "vitest";
import type { Decision } from "../../../../../extension/shared/contract/requests/requests.ts";
import { settled } from "../../protocol/setup.ts";
import { askWrite, begin, getAnswer } from "../conversationSetup.ts";

it("sends the chosen suggestion back unchanged", async () => {
  const { conversation, cli } = await begin();
  cli().write(askWrite);
  await settled();
  conversation.permissions.decide("r1", 0, { kind: "allowAlways", choice: 0 });
  await settled();
  expect(getAnswer(cli())).toMatchObject({
    response: { behavior: "allow", updatedPermissions: askWrite.request.permission_suggestions },
  });
});

it("keeps permissions for the conversation, and passes them at every start", async () => {
  const { conversation, cli, starts } = await begin();
  const rule = {
    type: "addRules",
    rules: [{ toolName: "Bash", ruleContent: "npm test" }],
    behavior: "allow",
    destination: "session",
  };
  const elsewhere = { ...rule, rules: [{ toolName: "Read" }], destination: "localSettings" };
  const directory = { type: "addDirectories", directories: ["/other"], destination: "session" };
  const denied = { ...rule, rules: [{ toolName: "WebFetch" }], behavior: "deny" };
  for (const [index, suggestion] of [rule, rule, elsewhere, directory, denied].entries()) {
    const request = {
      subtype: "can_use_tool",
      tool_name: "Bash",
      tool_use_id: `t${index}`,
      input: { command: "npm test" },
      permission_suggestions: [suggestion],
    };
    cli().write({ type: "control_request", request_id: `r${index}`, request });
    await settled();
    conversation.permissions.decide(`r${index}`, conversation.state.requests[0]!.revision, {
      kind: "allowAlways",
      choice: 0,
    });
  }
  const grants = { rules: ["Bash(npm test)"], directories: ["/other"], denied: ["WebFetch"] };
  expect(conversation.remembered.grants).toEqual(grants);
  await conversation.start();
  expect(starts.at(-1)).toMatchObject({ grants });
  const again = await begin({ remembered: conversation.remembered });
  expect(again.starts).toMatchObject([{ grants }]);
});

it("forgets an allowed rule when it is removed in another spelling", async () => {
  const update = (type: string, rule: object) => ({ type, rules: [rule], behavior: "allow", destination: "session" });
  const { conversation, cli } = await begin();
  for (const [index, suggestion] of [
    update("addRules", { toolName: "Bash", ruleContent: "*" }),
    update("addRules", { toolName: "Task" }),
    update("addRules", { toolName: "WebFetch" }),
    update("removeRules", { toolName: "Bash" }),
    update("removeRules", { toolName: "Agent", ruleContent: "" }),
  ].entries()) {
    const request = { ...askWrite.request, tool_use_id: `t${index}`, permission_suggestions: [suggestion] };
    cli().write({ type: "control_request", request_id: `r${index}`, request });
    await settled();
    await conversation.permissions.decide(`r${index}`, conversation.state.requests[0]!.revision, {
      kind: "allowAlways",
      choice: 0,
    });
  }
  expect(conversation.permissions.grants.rules).toEqual(["WebFetch"]);
});

it("answers a question with labels by question text", async () => {
  const { conversation, cli } = await begin();
  const input = {
    questions: [{ question: "Which?", header: "Pick", options: [{ label: "A", description: "" }], multiSelect: false }],
  };
  cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "AskUserQuestion", input } });
  await settled();
  expect(conversation.state.requests).toMatchObject([
    { kind: "question", questions: [{ question: "Which?", header: "Pick" }] },
  ]);
  conversation.permissions.decide("r1", 0, { kind: "answer", answers: [{ options: [0] }] });
  await settled();
  expect(getAnswer(cli())).toMatchObject({
    response: { behavior: "allow", updatedInput: { ...input, answers: { "Which?": "A" } } },
  });
});

it("approves a plan with the chosen mode", async () => {
  const { conversation, cli } = await begin();
  cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "ExitPlanMode", input: { plan: "# Plan" } } });
  await settled();
  expect(conversation.state.requests).toMatchObject([{ kind: "plan", plan: "# Plan" }]);
  conversation.permissions.decide("r1", 0, { kind: "approvePlan", isAcceptingEdits: true });
  await settled();
  expect(getAnswer(cli())).toMatchObject({
    response: {
      behavior: "allow",
      updatedPermissions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }],
    },
  });
});

it.each([
  ["/tmp/home/.claude/plans/calm-fox.md", undefined],
  ["/w/src/reader.ts", "/w/src/reader.ts"],
  ["/w/.claude/plans/CLAUDE.md", "/w/.claude/plans/CLAUDE.md"],
  ["/w/plans/../../etc/plans/x.md", "/w/plans/../../etc/plans/x.md"],
  ["/tmp/home/.claude/plans/../../plans/x.md", "/tmp/home/.claude/plans/../../plans/x.md"],
  ["/tmp/home/.claude/plans/inner/plans/x.md", "/tmp/home/.claude/plans/inner/plans/x.md"],
  ["/tmp/home/.claude/plans/a\u202eb\n.md", "/tmp/home/.claude/plans/a⟦U+202E⟧b⟦U+000A⟧.md"],
])("names the file of a plan unless it is one of claude's own: %j", async (planFilePath, path) => {
  const { conversation, cli } = await begin({ configFolder: "/tmp/home/.claude" });
  const notes = path === undefined ? [] : [{ kind: "path", path, isOutside: false }];
  cli().write({
    ...askWrite,
    request: { ...askWrite.request, tool_name: "ExitPlanMode", input: { plan: "# Plan", planFilePath } },
  });
  await settled();
  expect(conversation.state.requests).toMatchObject([{ kind: "plan", notes }]);
});

it("names the file of a plan if the folder of claude is unknown", async () => {
  const { conversation, cli } = await begin();
  const planFilePath = "/tmp/home/.claude/plans/calm-fox.md";
  cli().write({
    ...askWrite,
    request: { ...askWrite.request, tool_name: "ExitPlanMode", input: { plan: "# Plan", planFilePath } },
  });
  await settled();
  expect(conversation.state.requests).toMatchObject([
    { kind: "plan", notes: [{ kind: "path", path: planFilePath, isOutside: false }] },
  ]);
});

it("sends a plan back unchanged, even if it was fetched for the card", async () => {
  const { conversation, cli, answers } = await begin();
  answers["get_plan"] = { exists: true, content: "# Fetched" };
  cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "ExitPlanMode", input: {} } });
  await settled();
  expect(conversation.state.requests).toMatchObject([{ kind: "plan", plan: "# Fetched" }]);
  conversation.permissions.decide("r1", 0, { kind: "approvePlan", isAcceptingEdits: false });
  await settled();
  expect(getAnswer(cli())).toMatchObject({ response: { behavior: "allow", updatedInput: {} } });
  expect(getAnswer(cli())?.["response"].updatedInput).toEqual({});
});

it("keeps known suggestions with their positions beside an unknown one", async () => {
  const { conversation, cli } = await begin();
  const known = askWrite.request.permission_suggestions[0];
  cli().write({
    ...askWrite,
    request: { ...askWrite.request, permission_suggestions: [{ type: "fromTheFuture" }, known] },
  });
  await settled();
  expect(conversation.state.requests).toMatchObject([{ always: [{ choice: 1 }] }]);
  conversation.permissions.decide("r1", 0, { kind: "allowAlways", choice: 1 });
  await settled();
  expect(getAnswer(cli())).toMatchObject({ response: { updatedPermissions: [known] } });
});

it.each(["__proto__", "constructor"])(
  "accepts an answer to a question named %s, and to each of two equal ones",
  async (question) => {
    const { conversation, cli } = await begin();
    const asked = (header: string) => ({ question, header, options: [{ label: "A" }, { label: "B" }] });
    cli().write({
      ...askWrite,
      request: { ...askWrite.request, tool_name: "AskUserQuestion", input: { questions: [asked("1"), asked("2")] } },
    });
    await settled();
    conversation.permissions.decide("r1", 0, { kind: "answer", answers: [{ options: [0] }, { options: [1] }] });
    await settled();
    expect(Object.entries(getAnswer(cli())?.["response"].updatedInput.answers)).toEqual([[question, "A; B"]]);
  },
);

it("shows a held call with its whole input, not editable, and returns the decision", async () => {
  const { conversation, items } = await begin();
  const { held } = conversation.permissions;
  const signal = () => new AbortController().signal;
  const call = {
    callId: "t1",
    tool: "mcp__editor__format",
    input: { path: "a.ts", changes: ["/w/a.ts", ...Array.from({ length: 1000 }, (_, at) => `${at} + x`)] },
  };
  const decide = (decision: Decision) => {
    const [request] = conversation.state.requests;
    return conversation.permissions.decide(request?.id ?? "", request?.revision ?? -1, decision);
  };
  const denied = held.ask(call, signal());
  const [view] = conversation.state.requests;
  expect(view).toMatchObject({ kind: "permission", isPlanned: true, always: [], bodyOmitted: 0, isDenyOnly: false });
  expect(view).not.toHaveProperty("editable");
  expect(view?.kind === "permission" && view.body).toContain("999 + x");
  await decide({ kind: "deny", feedback: " no " });
  expect(await denied).toEqual({ isAllowed: false, feedback: "no" });
  expect(items().at(-1)).toMatchObject({ state: "denied" });
  const allowed = held.ask({ ...call, callId: "t2" }, signal());
  await decide({ kind: "allow" });
  expect(await allowed).toEqual({ isAllowed: true });
  expect(items().at(-1)).toMatchObject({ state: "running", decided: { code: "allowed" } });
  // Of an input that is too long for a card a part is shown nowhere.
  const long = held.ask({ ...call, callId: "t4", input: { text: "x".repeat(200_001) } }, signal());
  expect(conversation.state.requests[0]).toMatchObject({ isDenyOnly: true });
  await decide({ kind: "allow" });
  expect(await long).toMatchObject({ isAllowed: false });
  expect([held.wasAsked("t1"), held.wasAsked("t2"), held.wasAsked("t3")]).toEqual([false, false, false]);
  const aborted = new AbortController();
  const cut = held.ask({ ...call, callId: "t3" }, aborted.signal);
  aborted.abort(new Error("gone"));
  await expect(cut).rejects.toThrow();
  expect(conversation.state.requests).toEqual([]);
});

it("knows which calls claude asked about", async () => {
  const { conversation, cli } = await begin();
  cli().write(askWrite);
  await settled();
  expect(conversation.permissions.held.wasAsked(askWrite.request.tool_use_id)).toBe(true);
});
