import { describe, expect, it } from "vitest";
import { failures } from "../../../../../extension/shared/base/failure.ts";
import type { PermissionView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { getRequestTitle } from "../../../../../extension/shared/text/requests/requests.ts";
import { settled } from "../../protocol/setup.ts";
import { askWrite, assistant, begin, getAnswer, toolUse, write } from "../conversationSetup.ts";

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
    expect(await conversation.permissions.decide("r1", 0, { kind: "allow" })).toBe("taken");
    await settled();
    expect(getAnswer(cli())).toMatchObject({
      subtype: "success",
      response: { behavior: "allow", updatedInput: write, toolUseID: "toolu_1" },
    });
    expect(items().at(-1)).toMatchObject({ state: "running", decided: { code: "allowed" } });
    files.set("/w/a.txt", "new\n");
    cli().write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] },
    });
    await settled();
    expect(items().filter((item) => item.kind === "notice")).toEqual([]);
    expect(items().at(-1)).toMatchObject({ kind: "tool", state: "done" });
  });

  it("reports a file on disk that differs from the accepted text", async () => {
    const { conversation, cli, items, files } = await begin();
    conversation.submit("hi");
    cli().write(assistant([toolUse]));
    cli().write(askWrite);
    await settled();
    conversation.permissions.decide("r1", 0, { kind: "allow" });
    await settled();
    files.set("/w/a.txt", "something else");
    cli().write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] },
    });
    await settled();
    expect(items().at(-1)).toMatchObject({ kind: "notice", level: "error" });
  });

  it("names the server of a tool by known servers and by the request", async () => {
    const { conversation, cli, answers } = await begin();
    answers["mcp_status"] = { mcpServers: ["git", "git__hub"].map((name) => ({ name, status: "connected" })) };
    await conversation.controls.servers.refresh();
    const ask = (id: string, more: object = {}) =>
      cli().write({
        type: "control_request",
        request_id: id,
        request: {
          subtype: "can_use_tool",
          tool_name: "mcp__git__hub__create",
          input: {},
          tool_use_id: `t${id}`,
          ...more,
        },
      });
    ask("r1");
    ask("r2", { mcp_server: { name: "git__hub" } });
    await settled();
    const [first, second] = conversation.state.requests as PermissionView[];
    expect([first, second].map((view) => view && getRequestTitle(view))).toEqual([
      "Use git__hub: create",
      "Use git__hub: create",
    ]);
    expect([first, second].map((view) => view?.notes.some(({ kind }) => kind === "ambiguousServer"))).toEqual([
      true,
      false,
    ]);
  });

  it("shows which skill of a server will be loaded (2.1.332)", async () => {
    const { conversation, cli } = await begin();
    const skill = { name: "deploy", version: "1.2", uri: "skill://crm/deploy", server_description: "Sends\u202e all" };
    const request = {
      subtype: "can_use_tool",
      tool_name: "Skill",
      input: { skill: "crm:deploy" },
      tool_use_id: "t1",
      tool_kind: "mcp_skill",
      mcp_skill: skill,
    };
    cli().write({ type: "control_request", request_id: "r1", request });
    await settled();
    const [view] = conversation.state.requests as PermissionView[];
    const shown = JSON.stringify(view?.notes);
    for (const text of ["deploy", "1.2", "skill://crm/deploy", "Sends⟦U+202E⟧ all"]) expect(shown).toContain(text);
  });

  it("keeps the mode that was active when claude asked", async () => {
    const { conversation, cli } = await begin();
    cli().write({ type: "system", subtype: "status", permissionMode: "default" });
    cli().write(assistant([toolUse]));
    cli().write(askWrite);
    await settled();
    cli().write({ type: "system", subtype: "status", permissionMode: "acceptEdits" });
    await settled();
    expect(conversation.state.requests).toMatchObject([{ askedIn: "default" }]);
    expect(conversation.state.reported.permissionMode).toBe("acceptEdits");
  });

  it("ends the turn with a refusal if the user chooses that", async () => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    conversation.permissions.decide("r1", 0, { kind: "deny", feedback: "Stop", isStopping: true });
    await settled();
    expect(getAnswer(cli())).toMatchObject({ response: { behavior: "deny", message: "Stop", interrupt: true } });
  });

  it("counts the time of a call from its approval, and names the asking agent", async () => {
    const { conversation, cli, items, clock } = await begin();
    cli().write(
      assistant([{ type: "tool_use", id: "agent1", name: "Task", input: { description: "Look far", prompt: "look" } }]),
    );
    cli().write({ type: "system", subtype: "task_started", task_id: "a1", tool_use_id: "agent1" });
    const rules = { type: "addRules", rules: [], behavior: "allow", destination: "userSettings" };
    cli().write({ ...askWrite, request: { ...askWrite.request, agent_id: "a1", permission_suggestions: [rules] } });
    cli().write({
      ...askWrite,
      request_id: "r2",
      request: { ...askWrite.request, agent_id: "zz", tool_use_id: "toolu_2" },
    });
    await settled();
    expect(conversation.state.requests).toMatchObject([
      { notes: [{ kind: "agent", text: "Look far" }], always: [] },
      { notes: expect.arrayContaining([{ kind: "agent", text: "" }]) },
    ]);
    clock.advance(12_000);
    await conversation.permissions.decide("r1", conversation.state.requests[0]!.revision, { kind: "allow" });
    clock.advance(1_000);
    cli().write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] },
    });
    await settled();
    expect(items().find(({ id }) => id === "toolu_1")).toMatchObject({ state: "done", elapsedMs: 1_000 });
  });

  it("sends a refusal with its feedback, and decides only once", async () => {
    const { conversation, cli, items } = await begin();
    cli().write(askWrite);
    await settled();
    expect(await conversation.permissions.decide("r1", 0, { kind: "deny", feedback: "Use b.txt" })).toBe("taken");
    expect(await conversation.permissions.decide("r1", 0, { kind: "allow" })).toBe("gone");
    await settled();
    expect(getAnswer(cli())).toMatchObject({ response: { behavior: "deny", message: "Use b.txt" } });
    expect(items().at(-1)).toMatchObject({ state: "denied", decided: { code: "deniedWith", text: "Use b.txt" } });
    expect(conversation.state.requests).toEqual([]);
  });

  it.each([
    { kind: "allowAlways", choice: 7 },
    { kind: "answer", answers: [{ options: [0] }] },
    { kind: "approvePlan", isAcceptingEdits: true },
  ] as const)("denies when a decision does not fit its request: $kind", async (decision) => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    conversation.permissions.decide("r1", 0, decision);
    await settled();
    expect(getAnswer(cli())).toMatchObject({ response: { behavior: "deny" } });
  });

  it("shows the input itself if there can be no diff", async () => {
    const { conversation, cli } = await begin({ files: { "/w/a.txt": "something\n" } });
    const input = { file_path: "/w/a.txt", old_string: "missing", new_string: "x\u001b[8mhidden" };
    cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "Edit", input } });
    await settled();
    const [request] = conversation.state.requests;
    expect(request).toMatchObject({ body: expect.stringContaining("hidden"), proposal: { problem: "textMissing" } });
  });

  it("shows the real location of a file outside the conversation's folders", async () => {
    const { conversation, cli } = await begin({ outside: ["/w/a.txt"] });
    cli().write(askWrite);
    cli().write({
      ...askWrite,
      request_id: "r2",
      request: { ...askWrite.request, input: { ...write, file_path: "/w/b.txt" }, tool_use_id: "toolu_2" },
    });
    await settled();
    expect(conversation.state.requests).toMatchObject([
      { notes: [{ kind: "path", path: "/w/a.txt", isOutside: true }] },
      { notes: [] },
    ]);
  });

  it("does not repeat its subject in a description", async () => {
    const { conversation, cli } = await begin();
    cli().write({ ...askWrite, request: { ...askWrite.request, description: "a.txt" } });
    cli().write({
      ...askWrite,
      request_id: "r2",
      request: {
        ...askWrite.request,
        input: { ...write, file_path: "/w/b.txt" },
        description: "A greeting",
        tool_use_id: "toolu_2",
      },
    });
    await settled();
    expect(conversation.state.requests).toMatchObject([
      { notes: [] },
      { notes: [{ kind: "purpose", text: "A greeting" }] },
    ]);
  });

  it("allows a tool that needs more than an approval only on its card", async () => {
    const { conversation, cli } = await begin();
    cli().write({
      ...askWrite,
      request: { ...askWrite.request, tool_name: "Special", requires_user_interaction: true },
    });
    await settled();
    expect(conversation.state.requests).toMatchObject([
      { isDenyOnly: false, needsCard: true, always: [], editable: { kind: "json" } },
    ]);
    conversation.permissions.decide("r1", 0, { kind: "allow" });
    await settled();
    expect(getAnswer(cli())).toMatchObject({ response: { behavior: "allow", updatedInput: write } });
  });

  it("removes a request that claude cancelled", async () => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    cli().write({ type: "control_cancel_request", request_id: "r1" });
    expect(conversation.state.requests).toEqual([]);
    expect(await conversation.permissions.decide("r1", 0, { kind: "allow" })).toBe("gone");
  });

  it.each([
    ["2.0.77", undefined],
    ["2.1.329", "user_temporary"],
  ])("tells %s how the request was decided: %s", async (version, decisionClassification) => {
    const { conversation, cli } = await begin({ version });
    cli().write(askWrite);
    await settled();
    conversation.permissions.decide("r1", conversation.state.requests[0]!.revision, { kind: "allow" });
    await settled();
    expect(getAnswer(cli())).toMatchObject({ response: { behavior: "allow" } });
    expect(getAnswer(cli())["response"].decisionClassification).toBe(decisionClassification);
  });

  it("ignores a decision about an earlier request with the same id", async () => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    const { revision } = conversation.state.requests[0]!;
    cli().write({ type: "control_cancel_request", request_id: "r1" });
    cli().write({ ...askWrite, request: { ...askWrite.request, input: { ...write, content: "evil" } } });
    await settled();
    expect(await conversation.permissions.decide("r1", revision, { kind: "allow" })).toBe("gone");
    expect(conversation.state.requests).toHaveLength(1);
    expect(cli().received.some((frame) => frame["response"]?.response?.behavior === "allow")).toBe(false);
  });

  it("shows every field of plans and questions, and entities of invisible characters as text", async () => {
    const { conversation, cli } = await begin();
    const plan = "Do it&#x202E; &amp; go\n[//]: # (hidden)";
    const common = { subtype: "can_use_tool", tool_use_id: "t", agent_id: "a1" };
    cli().write({
      type: "control_request",
      request_id: "p",
      request: { ...common, tool_name: "ExitPlanMode", input: { plan, allowedPrompts: ["rm"] } },
    });
    cli().write({
      type: "control_request",
      request_id: "q",
      request: {
        ...common,
        tool_use_id: "u",
        tool_name: "AskUserQuestion",
        input: { questions: [{ question: "?", header: "h", options: [] }], extra: 1 },
      },
    });
    await settled();
    expect(conversation.state.requests).toMatchObject([
      {
        kind: "plan",
        plan: "Do it&amp;#x202E; &amp;amp; go\n[//]: # (hidden)",
        text: plan,
        notes: [{ kind: "otherInput", text: expect.stringContaining("allowedPrompts") }, { kind: "agent" }],
      },
      { kind: "question", notes: [{ kind: "otherInput", text: expect.stringContaining("extra") }, { kind: "agent" }] },
    ]);
  });

  it("offers no approval of a request that is too long to be read", async () => {
    const { conversation, cli } = await begin();
    cli().write({
      type: "control_request",
      request_id: "r",
      request: {
        subtype: "can_use_tool",
        tool_name: "Bash",
        tool_use_id: "t",
        input: { command: "x".repeat(300_000) },
      },
    });
    await settled();
    expect(conversation.state.requests).toMatchObject([{ isDenyOnly: true, bodyOmitted: 100_000 }]);
    conversation.permissions.decide("r", conversation.state.requests[0]!.revision, { kind: "allow" });
    await settled();
    expect(getAnswer(cli(), "r")).toMatchObject({ response: { behavior: "deny" } });
  });

  it("never allows an open request when claude ends", async () => {
    const { conversation, cli, items } = await begin();
    cli().write(askWrite);
    await settled();
    cli().end(failures.cliExited(1, null, "boom"));
    await settled();
    expect(getAnswer(cli())).toBeUndefined();
    expect(conversation.state).toMatchObject({ status: "ended", requests: [], problem: { code: "ended" } });
    expect(items().at(-1)).toMatchObject({ state: "stopped" });
  });

  it("verifies two accepted edits of one file only against the last one", async () => {
    const { conversation, cli, items, files } = await begin();
    const edit = (id: string, content: string) => ({ ...toolUse, id, input: { ...write, content } });
    cli().write(assistant([edit("t1", "one"), edit("t2", "two")]));
    for (const [id, content] of [
      ["t1", "one"],
      ["t2", "two"],
    ] as const)
      cli().write({
        ...askWrite,
        request_id: id,
        request: { ...askWrite.request, tool_use_id: id, input: { ...write, content } },
      });
    await settled();
    for (const id of ["t1", "t2"]) conversation.permissions.decide(id, 0, { kind: "allow" });
    await settled();
    files.set("/w/a.txt", "two");
    const done = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "ok" });
    cli().write({ type: "user", message: { content: [done("t1")] } });
    cli().write({ type: "user", message: { content: [done("t2")] } });
    await settled();
    expect(items().filter((item) => item.kind === "notice")).toEqual([]);
  });

  it("refuses open requests with a message before it ends the process", async () => {
    const { conversation, cli } = await begin();
    cli().write(askWrite);
    await settled();
    const closing = conversation.close();
    expect(getAnswer(cli())).toMatchObject({ subtype: "error" });
    await closing;
  });
});
