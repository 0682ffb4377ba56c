import { stripControl } from "../../../shared/base/invisible.ts";
import { readString } from "../../../shared/base/read.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Item, TextItem, ThinkingItem } from "../../../shared/contract/items.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { AssistantFrame, ContentBlock } from "../../protocol/frames/frames.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";
import { toEndedItem } from "./callStates.ts";
import { countInputTokens, getFrameTime, isCall } from "./frameFields.ts";
import {
  type Effect,
  emptyReduction,
  getCursor,
  getThread,
  type Reduction,
  retract,
  type StoreView,
  type ThreadCursor,
} from "./reduction.ts";
import { findLostCalls, growParent, type StartedCall, startTool } from "./toolItems.ts";

/**
 * Model name of replies that `claude` writes itself: to its own commands, and for errors (2.1.329; recorded in
 * `commands` and `api-error`).
 */
const cliModel = "<synthetic>";

/**
 * Reduces finished content blocks. A block settles the streamed item that it belongs to, in the order of streaming.
 * It creates an item if nothing streamed (without partial messages, or read from disk).
 */
export function reduceAssistant(store: StoreView, frame: AssistantFrame, now: number | undefined): Reduction {
  const thread = getThread(frame);
  const changes: StateDelta[] = frame.supersedes ? retract(store, frame.supersedes) : [];
  const records: (readonly [string, ToolRecord])[] = [];
  let cursor = getCursor(store, thread);
  const { id: messageId } = frame.message;
  // It can come between the frames of a reply of the model, of which it is no part.
  const isOfCli = frame.message.model === cliModel;
  const first = countBlocksBefore(cursor, frame);
  const lost = getLostCalls(store, thread, cursor, frame);
  const time = getFrameTime(frame, now);
  let created = 0;
  frame.message.content.forEach((block, index) => {
    const text = getText(block);
    if (text === undefined) {
      const call = reduceCallBlock(store, block, frame, { thread, lost, now, at: time.at });
      changes.push(...call.deltas);
      records.push(...(call.records ?? []));
      if (call.isNew) created++;
      return;
    }
    const streamed = isOfCli ? undefined : findStreamed(store, thread, cursor, block.type);
    if (streamed !== undefined) cursor = { ...cursor, awaiting: cursor.awaiting.filter((id) => id !== streamed) };
    const isBlank = !visible.test(text);
    if (isBlank && streamed === undefined && block.type !== "redacted_thinking") return;
    if (isBlank && streamed !== undefined && block.type === "text") {
      changes.push({ kind: "remove", thread, id: streamed });
      return;
    }
    // The same id as during streaming, so that the item is the same one when it is read back.
    const id = streamed ?? (messageId === undefined ? `${frame.uuid}:${index}` : `${messageId}:${first + index}`);
    const settled = { id, kind: block.type, text, at: time.at, took: frame.thinkingDurationMs };
    const item = createSettledItem(store.item(thread, id), settled);
    changes.push({
      kind: "put",
      thread,
      item: item.kind === "text" && isOfCli ? fromCli(item, frame) : item,
    });
    if (streamed === undefined) created++;
  });
  if (thread !== mainThread) changes.push(...growParent(store, thread, created));
  if (thread === mainThread) noteContext(store, frame, changes);
  const told = messageId === undefined ? undefined : { messageId, blocks: first + frame.message.content.length };
  const value = told ? { ...cursor, lost, ...(isOfCli ? { toldByCli: told } : { told }) } : cursor;
  return {
    deltas: changes,
    records,
    effects: getEffects(thread),
    cursor: { thread, value },
    created: frame.uuid === undefined ? undefined : { uuid: frame.uuid, thread, ids: getPutIds(changes, thread) },
  };
}

/** Reduces a block without text: a call, or the result of a call that the provider ran. */
function reduceCallBlock(
  store: StoreView,
  block: ContentBlock,
  { cwd, version }: AssistantFrame,
  {
    thread,
    lost,
    at,
    now,
  }: Required<Pick<StartedCall, "thread" | "lost" | "now">> & { readonly at: number | undefined },
): Reduction & { readonly isNew?: boolean } {
  const { id, type, name: tool, input = {} } = block;
  if (!isCall(type) || !id || !tool) return reduceServerResult(store, block, now);
  return startTool(store, { id, tool, thread, input, now: at, cwd, version, isRunning: type !== "tool_use", lost });
}

/** Returns the oldest item of a kind that streamed and waits for its finished block. */
function findStreamed(store: StoreView, thread: string, { awaiting }: ThreadCursor, kind: string): string | undefined {
  return awaiting.length === 0 ? undefined : awaiting.find((id) => store.item(thread, id)?.kind === kind);
}

/** Adds the number of tokens in the context, which each frame of a message repeats. */
function noteContext(store: StoreView, { message: { usage } }: AssistantFrame, changes: StateDelta[]): void {
  const tokens = countInputTokens(usage);
  const contextTokens = tokens + (usage?.output_tokens ?? 0);
  if (tokens > 0 && contextTokens !== store.state.contextTokens)
    changes.push({ kind: "state", set: { contextTokens } });
}

/** Returns the ids of the items that changes put into a thread. */
function getPutIds(changes: readonly StateDelta[], thread: string): readonly string[] {
  const ids: string[] = [];
  for (const change of changes) if (change.kind === "put" && change.thread === thread) ids.push(change.item.id);
  return ids;
}

/** Marks a text that `claude` wrote itself, with the code of the error that it reports. */
function fromCli(item: TextItem, { error }: AssistantFrame): TextItem {
  return { ...item, isFromCli: true, ...(error === undefined ? {} : { error: stripControl(error) }) };
}

/**
 * Returns the number of blocks of a message before those of a frame; an entry of a transcript names the index
 * (2.1.329).
 */
function countBlocksBefore(cursor: ThreadCursor, { message, apiBlockIndex }: AssistantFrame): number {
  if (apiBlockIndex !== undefined) return apiBlockIndex;
  const told = message.model === cliModel ? cursor.toldByCli : cursor.told;
  return told !== undefined && told.messageId === message.id ? told.blocks : 0;
}

/** Returns true for the first frame of a reply of the model that did not stream. */
function beginsReply({ messageId, told }: ThreadCursor, { message: { id, model } }: AssistantFrame): boolean {
  return id !== undefined && model !== cliModel && id !== messageId && id !== told?.messageId;
}

/** Returns the calls of earlier replies that have no result although a frame of a later reply is there. */
function getLostCalls(
  store: StoreView,
  thread: string,
  cursor: ThreadCursor,
  frame: AssistantFrame,
): readonly string[] {
  const isFirst = beginsReply(cursor, frame);
  const { lost = noCalls } = cursor;
  if (!isFirst && lost.length === 0) return lost;
  // A permission request can come before the frame that names the call.
  const own = frame.message.content.flatMap(({ type, id }) => (isCall(type) && id ? [id] : []));
  return (isFirst ? findLostCalls(store, thread, own) : lost).filter((id) => !own.includes(id));
}

const visible = /\S/;
const noCalls: readonly string[] = [];
const noEffects: readonly Effect[] = [];
const taken: readonly Effect[] = [{ kind: "promptTaken" }];

/**
 * Returns no effects for a subagent: its frames do not concern the newest prompt, since it may work for an earlier one.
 */
function getEffects(thread: string): readonly Effect[] {
  return thread === mainThread ? taken : noEffects;
}

function getText(block: ContentBlock): string | undefined {
  if (block.type === "text") return block.text ?? "";
  // Thinking that the provider keeps to itself has no text and does not stream (recorded in `server-tools`).
  if (block.type === "redacted_thinking") return "";
  return block.type === "thinking" ? (block.thinking ?? "") : undefined;
}

/** A block of text or thinking that is complete. */
interface SettledBlock {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly at: number | undefined;
  /** Duration of the thinking from a transcript (2.1.329). */
  readonly took: number | undefined;
}

/** Creates the item of a block; `known` is its item while it streamed. */
function createSettledItem(
  known: Item | undefined,
  { id, kind, text, at, took }: SettledBlock,
): TextItem | ThinkingItem {
  if (kind === "text") {
    const begun = known?.kind === "text" ? known.at : at;
    return begun === undefined
      ? { kind: "text", id, text, isStreaming: false }
      : { kind: "text", id, text, isStreaming: false, at: begun };
  }
  const startedAt = known?.kind === "thinking" ? known.startedAt : (at ?? 0);
  const durationMs =
    known?.kind === "thinking" ? (known.durationMs ?? (at === undefined ? undefined : at - startedAt)) : took;
  const tokens = known?.kind === "thinking" && known.tokens !== undefined ? { tokens: known.tokens } : {};
  return {
    kind: "thinking",
    id,
    text,
    isStreaming: false,
    startedAt,
    ...tokens,
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

/**
 * Reduces the result of a call that the provider ran. It comes as a block of the model's own message, and the tool
 * determines the block's type (recorded in `server-tools`).
 */
function reduceServerResult(store: StoreView, block: ContentBlock, now: number | undefined): Reduction {
  const id = block.tool_use_id;
  const record = id === undefined || !block.type.endsWith("_tool_result") ? undefined : store.record(id);
  const item = id === undefined || !record ? undefined : store.item(record.thread, id);
  if (id === undefined || !record || item?.kind !== "tool") return emptyReduction;
  const done: ToolRecord = { ...record, result: block.content, output: getOutput(block.content) };
  const isError = block.is_error === true || readString(block.content, "error_code") !== undefined;
  return {
    deltas: [{ kind: "put", thread: record.thread, item: toEndedItem(item, done, isError, now) }],
    records: [[id, done]],
  };
}

/**
 * Returns the text of a result, else the whole result as JSON. Omits encrypted content, which is only for the model.
 */
function getOutput(content: unknown): string {
  if (typeof content === "string") return content;
  const said = ["text", "stdout", "stderr", "error_code"].flatMap((field) => readString(content, field) || []);
  if (said.length > 0) return said.join("\n");
  const texts = Array.isArray(content) ? content.flatMap((block) => readString(block, "text") ?? []) : [];
  if (texts.length > 0) return texts.join("\n");
  return JSON.stringify(content, (field, value) => (field.startsWith("encrypted_") ? undefined : value), 2) ?? "";
}
