import { expect, it } from "vitest";
import { decodeLine } from "../../../extension/protocol/decode.ts";

const decode = (value: object) => decodeLine(JSON.stringify(value));

it("tells noise from damage", () => {
  expect(decodeLine("Debugger listening on ws://127.0.0.1")).toMatchObject({ kind: "noise" });
  expect(decodeLine('[1,2,"not a frame"]')).toMatchObject({ kind: "noise" });
  expect(decodeLine('{"type":"assistant","mess')).toMatchObject({ kind: "corrupt", failure: { code: "corruptLine" } });
});

it.each([
  ["behind junk", 'warning: {"type":"result"}'],
  ["behind NUL", '\0{"type":"result","subtype":"success"}'],
  ["behind ANSI", '\u001b[0m{"type":"keep_alive"}'],
  ["behind U+FFFD", '\ufffd{"type":"keep_alive"}'],
  ["with its head cut off", 'age":{"content":[]},"session_id":"s1"}'],
  ["in an array", '[{"type":"keep_alive"}]'],
])("takes a frame %s for damage, not for noise", (_, line) => {
  expect(decodeLine(line)).toMatchObject({ kind: "corrupt", failure: { code: "corruptLine" } });
});

it("keeps frames of unknown kinds and shapes, by name", () => {
  expect(decode({ type: "brand_new", x: 1 })).toEqual({ kind: "unknown", name: "brand_new", value: { type: "brand_new", x: 1 } });
  expect(decode({ type: "system", subtype: "brand_new" })).toMatchObject({ kind: "unknown", name: "system/brand_new" });
  expect(decode({ type: "assistant", message: { content: 7 } })).toMatchObject({ kind: "unknown", name: "assistant" });
  expect(decode({ type: "toString" })).toMatchObject({ kind: "unknown", name: "toString" });
});

it("keeps fields that it does not know", () => {
  const decoded = decode({ type: "result", subtype: "success", brand_new: { deep: true } });
  expect(decoded).toMatchObject({ kind: "frame", frame: { brand_new: { deep: true } } });
});

it("reads an optional field of another type as absent instead of losing the frame", () => {
  const decoded = decode({ type: "result", subtype: "success", duration_ms: "soon", total_cost_usd: null });
  expect(decoded).toMatchObject({ kind: "frame", frame: { type: "result", subtype: "success" } });
});

it("rejects a stream event without an event type on the cheap path", () => {
  expect(decode({ type: "stream_event", event: { type: "message_stop" } })).toMatchObject({ kind: "frame" });
  expect(decode({ type: "stream_event", event: {} })).toMatchObject({ kind: "unknown", name: "stream_event" });
  expect(decode({ type: "stream_event", event: { type: "x" }, parent_tool_use_id: 7 })).toMatchObject({ kind: "unknown" });
});

it("tells control frames apart", () => {
  expect(decode({ type: "control_request", request_id: "r", request: { subtype: "s" } })).toMatchObject({ kind: "request" });
  expect(decode({ type: "control_response", response: { subtype: "success", request_id: "r" } })).toMatchObject({ kind: "response" });
  expect(decode({ type: "control_cancel_request", request_id: "r" })).toEqual({ kind: "cancel", requestId: "r" });
});
