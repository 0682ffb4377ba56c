import { describe, expect, it, vi } from "vitest";
import { failures } from "../../../../../extension/shared/base/failure.ts";
import { askWrite, assistant, begin, result, toolUse } from "../conversationSetup.ts";

describe("problem", () => {
  it("keeps prompt and queue when claude crashes, shows its own error, and resumes", async () => {
    const { conversation, cli, starts, items } = await begin();
    conversation.submit("one");
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().write(assistant([{ type: "text", text: "so far" }]));
    conversation.submit("two");
    cli().write(result({ is_error: true, subtype: "error_during_execution", errors: ["the disk is full"] }));
    cli().end(failures.cliExited(1, null, "stderr noise"));
    expect(conversation.state.problem).toEqual({ code: "ended", detail: "the disk is full" });
    expect(items().map((item) => item.kind)).toContain("prompt");
    await conversation.start();
    expect(starts.at(-1)).toMatchObject({ resume: "s1" });
    expect(conversation.state).toMatchObject({ status: "working", queue: [] });
    expect(cli().received.findLast(({ type }) => type === "user")).toMatchObject({
      message: { content: [{ text: "two" }] },
    });
    expect(conversation.state.problem).toBeUndefined();
  });

  it("shows a notice when claude saved nothing to resume", async () => {
    const { conversation, cli, items } = await begin({ isResumed: false });
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().write(assistant([{ type: "text", text: "so far" }]));
    cli().end(failures.cliExited(null, "SIGKILL", ""));
    await conversation.start();
    expect(items().at(-1)).toMatchObject({ kind: "notice", level: "warning" });
  });

  it("queues a prompt that is sent while no process runs", async () => {
    const { conversation, cli } = await begin();
    cli().end();
    conversation.submit("later");
    expect(conversation.state.queue).toHaveLength(1);
    await conversation.start();
    expect(cli().received.findLast(({ type }) => type === "user")).toMatchObject({
      message: { content: [{ text: "later" }] },
    });
  });

  it("keeps a prompt queued and a request unanswered when claude stops reading", async () => {
    const { conversation, cli, items } = await begin({ files: { "/w/a.txt": "old\n" } });
    conversation.submit("one");
    cli().write(assistant([toolUse]));
    cli().write(askWrite);
    await vi.waitFor(() => expect(conversation.state.requests).toHaveLength(1));
    const [request] = conversation.state.requests;
    cli().closeInput();
    expect(await conversation.permissions.decide(request!.id, request!.revision, { kind: "allow" })).toBe("gone");
    cli().write(result());
    conversation.submit("two");
    expect(conversation.state).toMatchObject({ status: "idle", queue: [{ text: "two" }] });
    cli().end(failures.cliExited(1, null, ""));
    expect(items().find(({ kind }) => kind === "tool")).toMatchObject({ decided: { code: "unanswered" } });
    await conversation.start();
    expect(conversation.state).toMatchObject({ status: "working", queue: [] });
  });

  it("shows claude's own reason when a start fails, and ends the process", async () => {
    const { conversation, cli, allClis, answers } = await begin();
    delete answers["initialize"];
    const starting = conversation.start();
    await vi.waitFor(() => expect(allClis()[1]?.received).toHaveLength(1));
    const { request_id } = cli().received[0] as { request_id: string };
    cli().write({
      type: "control_response",
      response: { subtype: "error", request_id, error: "the settings cannot be read" },
    });
    await starting;
    expect(conversation.state).toMatchObject({
      status: "ended",
      problem: { code: "stopped", detail: expect.stringContaining("the settings cannot be read") },
    });
    expect(cli().isInputEnded).toBe(true);
  });

  it("shows no failed turn when claude refuses to start, and keeps the message", async () => {
    const { conversation, cli, allClis, answers, items } = await begin();
    delete answers["initialize"];
    const starting = conversation.start();
    await vi.waitFor(() => expect(allClis()[1]?.received).toHaveLength(1));
    conversation.submit("hello");
    const refusal = { errors: ["A policy says so."], startup_failure_reason: "org_pin_mismatch" };
    cli().write(result({ is_error: true, subtype: "error_during_execution", ...refusal }));
    cli().end(failures.cliExited(1, null, "A policy says so."));
    await starting;
    expect(conversation.state).toMatchObject({
      status: "ended",
      problem: { code: "startRefused", reason: "org_pin_mismatch", detail: "A policy says so." },
      queue: [{ text: "hello" }],
    });
    expect(items()).toEqual([]);
  });

  it("shows the words of a claude that ends before it answers", async () => {
    const { conversation, cli, allClis, answers } = await begin();
    delete answers["initialize"];
    const starting = conversation.start();
    await vi.waitFor(() => expect(allClis()[1]?.received).toHaveLength(1));
    cli().end(failures.cliExited(1, null, "managed-settings.json: Fix or remove it."));
    await starting;
    expect(conversation.state).toMatchObject({
      status: "ended",
      problem: { code: "startRefused", reason: "", detail: "managed-settings.json: Fix or remove it." },
    });
  });

  it("offers the login when the model refuses the credentials", async () => {
    const { conversation, cli } = await begin();
    conversation.submit("hi");
    cli().write({ ...assistant([{ type: "text", text: "Please run /login" }]), error: "authentication_failed" });
    cli().write(result({ is_error: true, result: "Please run /login" }));
    expect(conversation.state).toMatchObject({ failure: "signIn" });
    expect(conversation.state.problem).toBeUndefined();
    // It belongs to its turn: it goes with the first event of the next one, and another failure takes its place.
    conversation.submit("again");
    cli().write({ type: "stream_event", event: { type: "message_start", message: { id: "m2" } }, uuid: "e1" });
    expect(conversation.state.failure).toBeUndefined();
    cli().write(result({ is_error: true, api_error_status: 529, result: "API Error: 529" }));
    expect(conversation.state).toMatchObject({ failure: "overloaded", status: "idle" });
  });

  it("shows a notice about a damaged line and continues", async () => {
    const { conversation, cli, items } = await begin();
    cli().writeBytes(new TextEncoder().encode('{"type":"resu\n'));
    expect(items().at(-1)).toMatchObject({ kind: "notice", level: "error" });
    conversation.submit("still here");
    expect(cli().received.at(-1)).toMatchObject({ type: "user" });
  });
});

describe("why the process ended", () => {
  const failed = (errors: string[]) => result({ is_error: true, subtype: "error_during_execution", errors });

  it("is not an error of an earlier turn", async () => {
    const { conversation, cli } = await begin();
    conversation.submit("one");
    cli().write(failed(["old trouble"]));
    conversation.submit("two");
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().end(failures.cliExited(1, null, "fresh trouble"));
    expect(conversation.state.problem).toEqual({ code: "ended", detail: "fresh trouble" });
  });

  it("is not taken from a stopped turn, nor from a turn before a kill", async () => {
    const stopped = await begin();
    stopped.cli().write(
      result({
        is_error: true,
        subtype: "error_during_execution",
        terminal_reason: "aborted_streaming",
        errors: ["[diagnostic] noise"],
      }),
    );
    stopped.cli().end(failures.cliExited(1, null, "real"));
    expect(stopped.conversation.state.problem).toEqual({ code: "ended", detail: "real" });
    const killed = await begin();
    killed.cli().write(failed(["some error"]));
    killed.cli().end(failures.cliExited(null, "SIGKILL", ""));
    expect(killed.conversation.state.problem).toEqual({ code: "ended", detail: "claude exited with SIGKILL" });
  });
});
