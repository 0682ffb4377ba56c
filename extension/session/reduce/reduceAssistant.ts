import { mainThread } from "../../contract/changes.ts";
import type { TextItem, ThinkingItem } from "../../contract/items.ts";
import type { AssistantFrame, ContentBlock } from "../../protocol/frames.ts";
import { retract, type Step, type StoreView, type ThreadCursor, type ToolRecord, threadOf } from "../conversationStore.ts";
import { inputTokens } from "./read.ts";
import { parentGrew, startedTool } from "./toolItems.ts";

/**
 * A finished content block. It settles the streamed item it belongs to, in the order of streaming, or
 * stands for itself when nothing was streamed: without partial messages, or read from disk.
 */
export function reduceAssistant(store: StoreView, frame: AssistantFrame, now: number | undefined): Step {
  const thread = threadOf(frame);
  const changes = retract(store, frame.supersedes ?? []);
  const records: (readonly [string, ToolRecord])[] = [];
  let cursor: ThreadCursor | undefined = store.cursor(thread);
  frame.message.content.forEach((block, index) => {
    if (block.type === "tool_use" && block.id && block.name) {
      const step = startedTool(store, { id: block.id, tool: block.name, thread, input: block.input ?? {}, now });
      changes.push(...step.changes);
      records.push(...(step.records ?? []));
      return;
    }
    const text = textOf(block);
    if (text === undefined) return;
    const streamed = cursor?.awaiting.find((id) => store.item(thread, id)?.kind === block.type);
    if (streamed !== undefined && cursor) cursor = { ...cursor, awaiting: cursor.awaiting.filter((id) => id !== streamed) };
    if (text.trim() === "" && streamed === undefined) return;
    changes.push({ kind: "put", thread, item: settled(store, thread, streamed ?? `${frame.uuid ?? frame.message.id}:${index}`, block.type, text, now) });
    if (streamed === undefined) changes.push(...parentGrew(store, thread));
  });
  const tokens = thread === mainThread ? inputTokens(frame.message.usage) : 0;
  if (tokens > 0) changes.push({ kind: "state", set: { contextTokens: tokens + (frame.message.usage?.output_tokens ?? 0) } });
  const ids = changes.flatMap((change) => (change.kind === "put" && change.thread === thread ? [change.item.id] : []));
  const created = frame.uuid === undefined ? {} : { created: { uuid: frame.uuid, thread, ids } };
  return { changes, records, ...created, ...(cursor ? { cursor: { thread, value: cursor } } : {}) };
}

function textOf(block: ContentBlock): string | undefined {
  if (block.type === "text") return block.text ?? "";
  return block.type === "thinking" ? (block.thinking ?? "") : undefined;
}

function settled(store: StoreView, thread: string, id: string, kind: string, text: string, now: number | undefined): TextItem | ThinkingItem {
  if (kind === "text") return { kind: "text", id, text, isStreaming: false };
  const known = store.item(thread, id);
  const startedAt = known?.kind === "thinking" ? known.startedAt : (now ?? 0);
  const durationMs = known?.kind === "thinking" ? (known.durationMs ?? (now === undefined ? undefined : now - startedAt)) : undefined;
  return { kind: "thinking", id, text, isStreaming: false, startedAt, ...(durationMs === undefined ? {} : { durationMs }) };
}
