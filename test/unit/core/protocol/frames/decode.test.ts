import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeLine, decodeValue } from "../../../../../extension/core/protocol/frames/decode.ts";
import {
  assistantFrame,
  contentBlock,
  usage,
  userFrame,
} from "../../../../../extension/core/protocol/frames/frames.ts";
import { isPlainAssistant, isPlainUser } from "../../../../../extension/core/protocol/frames/plainFrames.ts";
import { fuzzRuns } from "../../../../fuzz/runs.ts";

const decode = (value: object) => decodeLine(JSON.stringify(value));

it("distinguishes noise from damage", () => {
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
])("counts a frame %s as damage, not as noise", (_, line) => {
  expect(decodeLine(line)).toMatchObject({ kind: "corrupt", failure: { code: "corruptLine" } });
});

it("keeps frames of unknown kinds and shapes, by name", () => {
  expect(decode({ type: "brand_new", x: 1 })).toEqual({
    kind: "unknown",
    name: "brand_new",
    value: { type: "brand_new", x: 1 },
  });
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
  expect(decode({ type: "stream_event", event: { type: "x" }, parent_tool_use_id: 7 })).toMatchObject({
    kind: "unknown",
  });
});

it("recognizes control frames", () => {
  expect(decode({ type: "control_request", request_id: "r", request: { subtype: "s" } })).toMatchObject({
    kind: "request",
  });
  expect(decode({ type: "control_response", response: { subtype: "success", request_id: "r" } })).toMatchObject({
    kind: "response",
  });
  expect(decode({ type: "control_cancel_request", request_id: "r" })).toEqual({ kind: "cancel", requestId: "r" });
});

/** Objects with what is given, and a few more of the fields that a schema names, of any type. */
function getObjects(
  shape: object,
  given: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Record<string, unknown>> {
  const odd = fc.constantFrom<unknown>(null, 7, "s", true, [], ["s"], [7], {}, { input_tokens: "many" });
  const others = fc.array(fc.tuple(fc.constantFrom(...Object.keys(shape).filter((field) => !(field in given))), odd), {
    maxLength: 2,
  });
  return fc.tuple(fc.record(given), others).map(([value, more]) => ({ ...value, ...Object.fromEntries(more) }));
}

const sometimes = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7, "s", {}) });
const block = getObjects(contentBlock.shape, { type: sometimes(fc.constant("text")) });
const content = sometimes(fc.array(block, { maxLength: 3 }));

it.each([
  ["assistant", isPlainAssistant, assistantFrame, { content, usage: sometimes(getObjects(usage.shape, {})) }] as const,
  ["user", isPlainUser, userFrame, { content }] as const,
])("takes an %s frame without its schema only where that would change nothing", (type, isPlain, schema, inMessage) => {
  const frame = getObjects(schema.shape, {
    type: fc.constant(type),
    message: sometimes(getObjects(schema.shape.message.shape, inMessage)),
  });
  let plain = 0;
  fc.assert(
    fc.property(frame, (value) => {
      if (!isPlain(value)) return;
      plain++;
      expect(schema.parse(value)).toEqual(value);
    }),
    { numRuns: fuzzRuns(2_000) },
  );
  expect(plain).toBeGreaterThan(0);
});

it("accepts frames without a copy", () => {
  const text = {
    type: "assistant",
    uuid: "u",
    message: { id: "m", content: [{ type: "text", text: "x" }], usage: { input_tokens: 1 } },
    parent_tool_use_id: null,
  };
  const result = {
    type: "user",
    uuid: "u",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "x" }] },
    tool_use_result: { a: 1 },
  };
  for (const value of [text, result]) expect(decodeValue(value)).toEqual({ kind: "frame", frame: value });
  for (const value of [text, result]) expect((decodeValue(value) as { frame?: unknown }).frame).toBe(value);
});
