// A reply as the events of a Messages stream, each with the time to wait before it.
import { randomUUID } from "node:crypto";

const newId = (prefix) => `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;

/** Pieces of `size` whole characters (no surrogate pair is cut). */
function pieces(text, size) {
  const characters = [...text];
  const result = [];
  for (let i = 0; i < characters.length; i += size) result.push(characters.slice(i, i + size).join(""));
  return result;
}

/** @returns {({ event: any, waitMs: number } | { gate: Promise<void> })[]} */
export function getEvents(reply, request) {
  const blocks = reply.blocks ?? [];
  const { input = 1200, output = 40, cacheRead = 0, cacheWrite = 0 } = reply.usage ?? {};
  const written =
    cacheWrite === 0 ? {} : { cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: cacheWrite } };
  const usage = {
    input_tokens: input,
    output_tokens: 1,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    ...written,
  };
  const message = {
    id: newId("msg"),
    type: "message",
    role: "assistant",
    model: request.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const events = [];
  const push = (event, waitMs = 0) => events.push({ event, waitMs });
  push({ type: "message_start", message });
  let index = -1;
  for (const block of blocks) {
    if ("gate" in block) {
      events.push({ gate: block.gate });
      continue;
    }
    index++;
    const delta = (body, waitMs) => push({ type: "content_block_delta", index, delta: body }, waitMs);
    if ("text" in block) {
      push({ type: "content_block_start", index, content_block: { type: "text", text: "" } });
      for (const text of pieces(block.text, block.chunk ?? 12)) delta({ type: "text_delta", text }, block.everyMs ?? 0);
    } else if ("thinking" in block) {
      push({ type: "content_block_start", index, content_block: { type: "thinking", thinking: "", signature: "" } });
      for (const thinking of pieces(block.thinking, block.chunk ?? 12))
        delta({ type: "thinking_delta", thinking }, block.everyMs ?? 0);
      delta({ type: "signature_delta", signature: "c2NyaXB0ZWQ=" }, 0);
    } else if ("whole" in block) {
      const { input, ...start } = block.whole;
      push({ type: "content_block_start", index, content_block: input ? { ...start, input: {} } : start });
      if (input) delta({ type: "input_json_delta", partial_json: JSON.stringify(input) }, 0);
    } else {
      push({
        type: "content_block_start",
        index,
        content_block: { type: "tool_use", id: block.id ?? newId("toolu"), name: block.tool, input: {} },
      });
      const json = JSON.stringify(block.input);
      const parts = pieces(json, Math.ceil(json.length / (block.pieces ?? 3)));
      parts.forEach((partial_json, part) => {
        if (block.before && part === parts.length - 1) events.push({ gate: block.before });
        delta({ type: "input_json_delta", partial_json }, 0);
      });
    }
    push({ type: "content_block_stop", index });
  }
  const stop_reason = reply.stopReason ?? (blocks.some((block) => "tool" in block) ? "tool_use" : "end_turn");
  push({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: output } });
  push({ type: "message_stop" });
  return events;
}
