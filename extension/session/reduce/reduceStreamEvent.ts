import type { Change } from "../../contract/changes.ts";
import { mainThread } from "../../contract/changes.ts";
import type { StreamEventFrame } from "../../protocol/frames.ts";
import { type StateView, type Step, type ThreadCursor, threadOf } from "../state.ts";
import { inputTokens, numberAt, objectAt, stringAt } from "./read.ts";
import { startedTool } from "./toolItems.ts";

/** Live text: items appear with their first token and grow. The full `assistant` frame has the last word. */
export function reduceStreamEvent(state: StateView, frame: StreamEventFrame, now: number): Step {
  const { event } = frame;
  const thread = threadOf(frame);
  switch (event.type) {
    case "content_block_delta":
      return reduceDelta(state, thread, event);
    case "message_start": {
      const message = objectAt(event, "message");
      const tokens = inputTokens(objectAt(message, "usage"));
      const value: ThreadCursor = { messageId: stringAt(message, "id") ?? "", awaiting: [], inputTokens: tokens };
      const changes: Change[] = thread === mainThread && tokens > 0 ? [{ kind: "facts", set: { contextTokens: tokens, activity: null } }] : [];
      return { changes, cursor: { thread, value } };
    }
    case "content_block_start":
      return reduceStart(state, thread, event, now);
    case "content_block_stop":
      return reduceStop(state, thread, event, now);
    case "message_delta": {
      const output = numberAt(objectAt(event, "usage"), "output_tokens");
      const input = state.cursor(thread)?.inputTokens ?? 0;
      if (thread !== mainThread || output === undefined || input === 0) return { changes: [] };
      return { changes: [{ kind: "facts", set: { contextTokens: input + output } }] };
    }
    default:
      return { changes: [] };
  }
}

function blockId(state: StateView, thread: string, event: object): string {
  return `${state.cursor(thread)?.messageId ?? ""}:${numberAt(event, "index") ?? 0}`;
}

function reduceDelta(state: StateView, thread: string, event: object): Step {
  const delta = objectAt(event, "delta");
  const text = stringAt(delta, "text") ?? stringAt(delta, "thinking");
  if (!text) return { changes: [] };
  return { changes: [{ kind: "append", thread, id: blockId(state, thread, event), text }] };
}

function reduceStart(state: StateView, thread: string, event: object, now: number): Step {
  const block = objectAt(event, "content_block");
  const type = stringAt(block, "type");
  if (type === "tool_use") {
    const id = stringAt(block, "id");
    const tool = stringAt(block, "name");
    return id && tool && !state.record(id) ? startedTool(state, { id, tool, thread, input: {}, now }) : { changes: [] };
  }
  if (type !== "text" && type !== "thinking") return { changes: [] };
  const id = blockId(state, thread, event);
  const text = stringAt(block, type) ?? "";
  const cursor = state.cursor(thread) ?? { messageId: "", awaiting: [], inputTokens: 0 };
  const item =
    type === "text" ? ({ kind: "text", id, text, isStreaming: true } as const) : ({ kind: "thinking", id, text, isStreaming: true, startedAt: now } as const);
  return { changes: [{ kind: "put", thread, item }], cursor: { thread, value: { ...cursor, awaiting: [...cursor.awaiting, id] } } };
}

function reduceStop(state: StateView, thread: string, event: object, now: number): Step {
  const item = state.item(thread, blockId(state, thread, event));
  if (item?.kind === "text" && item.isStreaming) return { changes: [{ kind: "put", thread, item: { ...item, isStreaming: false } }] };
  if (item?.kind === "thinking" && item.isStreaming) {
    return { changes: [{ kind: "put", thread, item: { ...item, isStreaming: false, durationMs: now - item.startedAt } }] };
  }
  return { changes: [] };
}
