import { describe, expect, it, vi } from "vitest";
import { begin, result } from "../conversationSetup.ts";

describe("the first prompt of a new conversation", () => {
  /** A conversation whose first prompt was sent before its process answered. */
  async function startLate() {
    const parts = await begin({ isResumed: false, isAnswered: false });
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
});
