import { escapeInvisible } from "../../base/invisible.ts";
import { numberAt, objectAt, stringAt } from "../../base/read.ts";
import type { Change } from "../../contract/changes.ts";
import { mainThread } from "../../contract/ids.ts";
import type { StreamEventFrame } from "../../protocol/frames.ts";
import { cursorOf, type Effect, nothing, type Reduction, type StoreView, type ThreadCursor, threadOf } from "../reduction.ts";
import { replacedText, streamedField } from "../tools/describeCall.ts";
import { emptyInput, readOn } from "../tools/streamedInput.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import { lastingActivity } from "./activities.ts";
import { isCall } from "./callBlocks.ts";
import { aboutCall, startedTool, toolChange } from "./toolItems.ts";
import { inputTokens } from "./usage.ts";

/** Live text: items appear with their first token and grow. The full `assistant` frame has the last word. */
export function reduceStreamEvent(store: StoreView, frame: StreamEventFrame, now: number): Reduction {
  const thread = threadOf(frame);
  const { event } = frame;
  switch (event.type) {
    case "content_block_delta":
      return reduceDelta(store, thread, event);
    case "message_start": {
      const message = objectAt(event, "message");
      const tokens = inputTokens(objectAt(message, "usage"));
      const value: ThreadCursor = { messageId: stringAt(message, "id") ?? "", awaiting: [], inputTokens: tokens };
      const known: Change[] = thread === mainThread && tokens > 0 ? [{ kind: "state", set: { contextTokens: tokens, ...lastingActivity(store, now) } }] : [];
      const changes = [...endedStreams(store, thread, now), ...known];
      // A subagent may work for an earlier prompt.
      const effects: Effect[] = thread === mainThread ? [{ kind: "promptTaken" }] : [];
      return { changes, effects, cursor: { thread, value } };
    }
    case "content_block_start":
      return reduceStart(store, thread, event, now);
    case "content_block_stop":
      return reduceStop(store, thread, event, now);
    case "message_delta": {
      const output = numberAt(objectAt(event, "usage"), "output_tokens");
      const input = store.cursor(thread)?.inputTokens ?? 0;
      if (thread !== mainThread || output === undefined || input === 0) return nothing;
      return { changes: [{ kind: "state", set: { contextTokens: input + output } }] };
    }
    default:
      return nothing;
  }
}

function blockId(store: StoreView, thread: string, event: object): string {
  return `${store.cursor(thread)?.messageId ?? ""}:${numberAt(event, "index") ?? 0}`;
}

function reduceDelta(store: StoreView, thread: string, event: object): Reduction {
  const delta = objectAt(event, "delta");
  const json = stringAt(delta, "partial_json");
  if (json !== undefined) return reduceInput(store, thread, json);
  const text = stringAt(delta, "text") ?? stringAt(delta, "thinking");
  if (!text) return nothing;
  return { changes: [{ kind: "append", thread, id: blockId(store, thread, event), text }] };
}

function reduceStart(store: StoreView, thread: string, event: object, now: number): Reduction {
  const block = objectAt(event, "content_block");
  const type = stringAt(block, "type");
  if (isCall(type)) {
    const id = stringAt(block, "id");
    const tool = stringAt(block, "name");
    if (!id || !tool || store.record(id)) return nothing;
    const value: ThreadCursor = { ...cursorOf(store, thread), call: { id, input: emptyInput } };
    return { ...startedTool(store, { id, tool, thread, input: {}, now }), cursor: { thread, value } };
  }
  if (type !== "text" && type !== "thinking") return nothing;
  const id = blockId(store, thread, event);
  const text = stringAt(block, type) ?? "";
  const cursor = cursorOf(store, thread);
  const item =
    type === "text"
      ? ({ kind: "text", id, text, isStreaming: true, at: now } as const)
      : ({ kind: "thinking", id, text, isStreaming: true, startedAt: now } as const);
  return { changes: [{ kind: "put", thread, item }], cursor: { thread, value: { ...cursor, awaiting: [...cursor.awaiting, id] } } };
}

/** A piece of a call's input: what the call acts on as soon as that is whole, and what it writes as it is written. */
function reduceInput(store: StoreView, thread: string, json: string): Reduction {
  const cursor = cursorOf(store, thread);
  const { call } = cursor;
  const record = call && store.record(call.id);
  // The full frame may have come before the last piece; then nothing is to be read any more.
  if (!call || !record || Object.keys(record.input).length > 0) return nothing;
  const { state, added } = readOn(call.input, json);
  const shown = streamedField(record.tool);
  const text = escapeInvisible(added.flatMap(([field, piece]) => (field === shown ? [piece] : [])).join(""));
  return {
    changes: [
      ...aboutChange(store, call.id, record.tool, state.fields, call.input.fields),
      ...(text === "" ? [] : [{ kind: "append", thread, id: call.id, text } as const]),
    ],
    cursor: { thread, value: { ...cursor, call: { id: call.id, input: state } } },
  };
}

type Fields = Readonly<Record<string, string>>;

/** What the fields of a call's input that became whole say of it; nothing where none did, since what came before them can be long. */
function aboutChange(store: StoreView, id: string, tool: string, fields: Fields, before: Fields): Change[] {
  const added = Object.entries(fields).filter(([field]) => !Object.hasOwn(before, field));
  if (added.length === 0) return [];
  const replaced = replacedText(tool, Object.fromEntries(added));
  const context = { ...store.paths, version: store.state.cliVersion, base: store.folderOf(id) };
  const about = { ...aboutCall(store, tool, withResolvedPath(tool, fields, context)), ...(replaced === undefined ? {} : { replacedText: replaced }) };
  return toolChange(store, id, (item) => ({ ...item, ...about }));
}

/** A message that never stopped ends with the beginning of another one. */
function endedStreams(store: StoreView, thread: string, now: number): Change[] {
  return cursorOf(store, thread).awaiting.flatMap((id): Change[] => {
    const item = store.item(thread, id);
    if ((item?.kind !== "text" && item?.kind !== "thinking") || !item.isStreaming) return [];
    return [
      { kind: "put", thread, item: item.kind === "text" ? { ...item, isStreaming: false } : { ...item, isStreaming: false, durationMs: now - item.startedAt } },
    ];
  });
}

function reduceStop(store: StoreView, thread: string, event: object, now: number): Reduction {
  const id = blockId(store, thread, event);
  const item = store.item(thread, id);
  const cursor = cursorOf(store, thread);
  // The frame of a block comes before its end; of one without text none comes (2.1.50, 2.1.329).
  if (item?.kind === "text" && item.text.trim() === "" && cursor.awaiting.includes(id)) {
    const awaiting = cursor.awaiting.filter((each) => each !== id);
    return { changes: [{ kind: "remove", thread, id }], cursor: { thread, value: { ...cursor, awaiting } } };
  }
  if (item?.kind === "text" && item.isStreaming) return { changes: [{ kind: "put", thread, item: { ...item, isStreaming: false } }] };
  if (item?.kind === "thinking" && item.isStreaming) {
    return { changes: [{ kind: "put", thread, item: { ...item, isStreaming: false, durationMs: now - item.startedAt } }] };
  }
  return nothing;
}
