import { describe, expect, it, vi } from "vitest";
import { failures } from "../../../../../extension/shared/base/failure.ts";
import { begin, result } from "../conversationSetup.ts";

describe("the first prompt of a new conversation", () => {
  /** A conversation whose first prompt was sent before its process answered. */
  async function startLate(options: Parameters<typeof begin>[0] = {}) {
    const parts = await begin({ isResumed: false, isAnswered: false, ...options });
    const { cli } = parts;
    await vi.waitFor(() => expect(cli().received).toHaveLength(1));
    const kinds = () => cli().received.map((frame) => frame["request"]?.subtype ?? frame["type"]);
    const { request_id } = cli().received[0] as { request_id: string };
    const settle = async (response: object) => {
      cli().write({ type: "control_response", response: { request_id, ...response } });
      return parts.starting;
    };
    return { ...parts, kinds, settle };
  }

  it("is written once, after initialize, without waiting for the response", async () => {
    const { conversation, cli, kinds, settle, items } = await startLate();
    conversation.submit("now");
    expect(kinds()).toEqual(["initialize", "user"]);
    expect(conversation.state).toMatchObject({ status: "working" });
    // Frames of its turn may come before the answer, and are kept.
    cli().write({ type: "system", subtype: "init", session_id: "s1", permissionMode: "plan", uuid: "i1" });
    cli().write({ type: "stream_event", event: { type: "message_start", message: { id: "m1" } }, uuid: "e1" });
    await settle({ subtype: "success", response: {} });
    expect(conversation.state).toMatchObject({ status: "working", reported: { permissionMode: "plan" } });
    expect(kinds()).toEqual(["initialize", "user", "mcp_status"]);
    // Nothing was there before, so nothing is reported as lost.
    expect(items().filter(({ kind }) => kind === "notice")).toEqual([]);
    cli().write(result());
    expect(conversation.state).toMatchObject({ status: "idle", queue: [] });
  });

  it("returns to the queue once when initialize is refused", async () => {
    const { conversation, kinds, settle, cli, items } = await startLate();
    conversation.submit("now");
    expect(await settle({ subtype: "error", error: "the settings cannot be read" })).toBe(false);
    // Its started turn is ended before the process is released.
    expect(kinds()).toEqual(["initialize", "user", "interrupt"]);
    expect(cli().isInputEnded).toBe(true);
    expect(conversation.state).toMatchObject({ status: "ended", queue: [{ text: "now" }] });
    expect(items().filter(({ kind }) => kind === "prompt")).toEqual([]);
  });

  it("reaches the model only once what the process has read is admitted", async () => {
    let refuse: (reason: unknown) => void = () => {};
    const readmission = new Promise((_resolve, reject) => {
      refuse = reject;
    });
    const seen: string[] = [];
    const participant = {
      name: "test",
      hooks: [{ event: "UserPromptSubmit", role: "gate", callback: () => ({ reason: String(seen.push("asked")) }) }],
    } as const;
    const { conversation, cli, settle, kinds } = await startLate({
      participants: [() => participant],
      readmit: () => readmission,
    });
    conversation.submit("now");
    const settled = settle({ subtype: "success", response: {} });
    const hooks: { hookCallbackIds: string[] }[] = cli().received[0]?.["request"].hooks.UserPromptSubmit;
    for (const [at, callback_id] of hooks.flatMap((each) => each.hookCallbackIds).entries())
      cli().write({
        type: "control_request",
        request_id: `hook-${at}`,
        request: { subtype: "hook_callback", callback_id, input: { hook_event_name: "UserPromptSubmit" } },
      });
    await new Promise((resolve) => setImmediate(resolve));
    expect([kinds(), seen]).toEqual([["initialize", "user"], []]);
    refuse(failures.repositoryUndecided());
    expect(await settled).toBe(false);
    expect(seen).toEqual([]);
    expect(cli().isInputEnded).toBe(true);
    expect(conversation.state).toMatchObject({
      status: "ended",
      problem: { code: "repository" },
      queue: [{ text: "now" }],
    });
  });
});

it("is not sent where what came during the start is undecided, in versions that wait", async () => {
  const { conversation, cli, starting } = await begin({
    version: "2.1.50",
    readmit: () => Promise.reject(failures.repositoryUndecided()),
  });
  conversation.submit("now");
  expect(await starting).toBe(false);
  expect(cli().received.filter(({ type }) => type === "user")).toEqual([]);
  expect(conversation.state).toMatchObject({ problem: { code: "repository" }, queue: [{ text: "now" }] });
});
