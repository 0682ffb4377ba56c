import { escapeInvisible } from "../../../shared/base/invisible.ts";
import { readNumber, readObject, readString } from "../../../shared/base/read.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { StreamEventFrame } from "../../protocol/frames/frames.ts";
import { getReplacedText, getStreamedField } from "../tools/describeCall.ts";
import { emptyInput, readStreamedInput } from "../tools/streamedInput.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import { getLastingActivity } from "./activities.ts";
import { countInputTokens, isCall } from "./frameFields.ts";
import {
  type Effect,
  emptyReduction,
  getCursor,
  getThread,
  type Reduction,
  type StoreView,
  type ThreadCursor,
} from "./reduction.ts";
import { createToolDelta, describeTarget, findLostCalls, startTool } from "./toolItems.ts";

/** Reduces live text: items appear with their first token and grow. The full `assistant` frame is authoritative. */
export function reduceStreamEvent(store: StoreView, frame: StreamEventFrame, now: number): Reduction {
  const thread = getThread(frame);
  const { event } = frame;
  switch (event.type) {
    case "content_block_delta":
      return reduceDelta(store, thread, event);
    case "message_start": {
      const message = readObject(event, "message");
      const tokens = countInputTokens(readObject(message, "usage"));
      const lost = findLostCalls(store, thread);
      const messageId = readString(message, "id") ?? "";
      const value: ThreadCursor = { messageId, awaiting: [], inputTokens: tokens, lost };
      const known: StateDelta[] =
        thread === mainThread && tokens > 0
          ? [{ kind: "state", set: { contextTokens: tokens, ...getLastingActivity(store, now) } }]
          : [];
      const changes = [...endStreams(store, thread, now), ...known];
      // A subagent may work for an earlier prompt.
      const effects: Effect[] = thread === mainThread ? [{ kind: "promptTaken" }] : [];
      return { deltas: changes, effects, cursor: { thread, value } };
    }
    case "content_block_start":
      return reduceStart(store, thread, event, now);
    case "content_block_stop":
      return reduceStop(store, thread, event, now);
    case "message_delta": {
      const output = readNumber(readObject(event, "usage"), "output_tokens");
      const input = store.cursor(thread)?.inputTokens ?? 0;
      if (thread !== mainThread || output === undefined || input === 0) return emptyReduction;
      return { deltas: [{ kind: "state", set: { contextTokens: input + output } }] };
    }
    default:
      return emptyReduction;
  }
}

function getBlockId(store: StoreView, thread: string, event: object): string {
  return `${store.cursor(thread)?.messageId ?? ""}:${readNumber(event, "index") ?? 0}`;
}

function reduceDelta(store: StoreView, thread: string, event: object): Reduction {
  const delta = readObject(event, "delta");
  const json = readString(delta, "partial_json");
  if (json !== undefined) return reduceInput(store, thread, json);
  const text = readString(delta, "text") ?? readString(delta, "thinking");
  if (!text) return emptyReduction;
  return { deltas: [{ kind: "append", thread, id: getBlockId(store, thread, event), text }] };
}

function reduceStart(store: StoreView, thread: string, event: object, now: number): Reduction {
  const block = readObject(event, "content_block");
  const type = readString(block, "type");
  if (isCall(type)) {
    const id = readString(block, "id");
    const tool = readString(block, "name");
    if (!id || !tool || store.record(id)) return emptyReduction;
    const value: ThreadCursor = { ...getCursor(store, thread), call: { id, input: emptyInput } };
    return { ...startTool(store, { id, tool, thread, input: {}, now, isStreaming: true }), cursor: { thread, value } };
  }
  if (type !== "text" && type !== "thinking") return emptyReduction;
  const id = getBlockId(store, thread, event);
  const text = readString(block, type) ?? "";
  const cursor = getCursor(store, thread);
  const item =
    type === "text"
      ? ({ kind: "text", id, text, isStreaming: true, at: now } as const)
      : ({ kind: "thinking", id, text, isStreaming: true, startedAt: now } as const);
  return {
    deltas: [{ kind: "put", thread, item }],
    cursor: { thread, value: { ...cursor, awaiting: [...cursor.awaiting, id] } },
  };
}

/**
 * Reduces a piece of a call's input: sets the target of the call as soon as that field is complete, and streams the
 * text that the call writes.
 */
function reduceInput(store: StoreView, thread: string, json: string): Reduction {
  const cursor = getCursor(store, thread);
  const { call } = cursor;
  const record = call && store.record(call.id);
  // The full frame may come before the last piece; the pieces are obsolete then.
  if (!call || !record || Object.keys(record.input).length > 0) return emptyReduction;
  const { state, added } = readStreamedInput(call.input, json);
  const shown = getStreamedField(record.tool);
  const text = escapeInvisible(added.flatMap(([field, piece]) => (field === shown ? [piece] : [])).join(""));
  return {
    deltas: [
      ...describeChange(store, call.id, record.tool, state.fields, call.input.fields),
      ...(text === "" ? [] : [{ kind: "append", thread, id: call.id, text } as const]),
    ],
    cursor: { thread, value: { ...cursor, call: { id: call.id, input: state } } },
  };
}

type Fields = Readonly<Record<string, string>>;

/**
 * Returns the deltas for input fields of a call that became complete; none where no field did, because the earlier
 * fields can be long.
 */
function describeChange(store: StoreView, id: string, tool: string, fields: Fields, before: Fields): StateDelta[] {
  const added = Object.entries(fields).filter(([field]) => !Object.hasOwn(before, field));
  if (added.length === 0) return [];
  const replaced = getReplacedText(tool, Object.fromEntries(added));
  const context = { ...store.paths, version: store.state.cliVersion, base: store.folderOf(id) };
  const about = {
    ...describeTarget(store, tool, withResolvedPath(tool, fields, context)),
    ...(replaced === undefined ? {} : { replacedText: replaced }),
  };
  return createToolDelta(store, id, (item) => ({ ...item, ...about }));
}

/** Ends a message that has no stop event when another one starts. */
function endStreams(store: StoreView, thread: string, now: number): StateDelta[] {
  return getCursor(store, thread).awaiting.flatMap((id): StateDelta[] => {
    const item = store.item(thread, id);
    if ((item?.kind !== "text" && item?.kind !== "thinking") || !item.isStreaming) return [];
    return [
      {
        kind: "put",
        thread,
        item:
          item.kind === "text"
            ? { ...item, isStreaming: false }
            : { ...item, isStreaming: false, durationMs: now - item.startedAt },
      },
    ];
  });
}

function reduceStop(store: StoreView, thread: string, event: object, now: number): Reduction {
  const id = getBlockId(store, thread, event);
  const item = store.item(thread, id);
  const cursor = getCursor(store, thread);
  // The full frame of a block comes before the end of the block; a block without text gets no frame (2.1.50, 2.1.329).
  if (item?.kind === "text" && item.text.trim() === "" && cursor.awaiting.includes(id)) {
    const awaiting = cursor.awaiting.filter((each) => each !== id);
    return { deltas: [{ kind: "remove", thread, id }], cursor: { thread, value: { ...cursor, awaiting } } };
  }
  if (item?.kind === "text" && item.isStreaming)
    return { deltas: [{ kind: "put", thread, item: { ...item, isStreaming: false } }] };
  if (item?.kind === "thinking" && item.isStreaming) {
    return {
      deltas: [{ kind: "put", thread, item: { ...item, isStreaming: false, durationMs: now - item.startedAt } }],
    };
  }
  return emptyReduction;
}
