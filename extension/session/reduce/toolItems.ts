import type { Change } from "../../contract/changes.ts";
import { mainThread } from "../../contract/changes.ts";
import type { ToolItem } from "../../contract/items.ts";
import type { Step, StoreView, ToolRecord } from "../conversationStore.ts";
import { pathOf, subjectOf } from "../describeTool.ts";

export interface StartedTool {
  readonly id: string;
  readonly tool: string;
  readonly thread: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Undefined for calls read from a saved transcript. */
  readonly now: number | undefined;
}

/** A tool call's row, new or with its full input; whichever frame names the call first creates it (T-3). */
export function startedTool(store: StoreView, call: StartedTool): Step {
  const record: ToolRecord = { ...store.record(call.id), tool: call.tool, thread: call.thread, input: call.input };
  const known = store.item(call.thread, call.id);
  const path = pathOf(call.tool, call.input);
  const item: ToolItem = {
    kind: "tool",
    id: call.id,
    tool: call.tool,
    subject: subjectOf(call.tool, call.input, store.state.folder),
    state: "running",
    threadSize: 0,
    ...(call.now === undefined ? {} : { startedAt: call.now }),
    ...(known?.kind === "tool" ? pick(known) : {}),
    ...(path === undefined ? {} : { path }),
  };
  const changes: Change[] = [{ kind: "put", thread: call.thread, item }];
  if (!known) changes.push(...parentGrew(store, call.thread));
  return { changes, records: [[call.id, record]] };
}

/** What the full input does not change about a row that is already there. */
function pick(known: ToolItem): Partial<ToolItem> {
  const { subject: _subject, path: _path, ...kept } = known;
  return kept;
}

/** A subagent's new item shows on its Agent row. */
export function parentGrew(store: StoreView, thread: string): Change[] {
  if (thread === mainThread) return [];
  const record = store.record(thread);
  const parent = record && store.item(record.thread, thread);
  if (!record || parent?.kind !== "tool") return [];
  return [{ kind: "put", thread: record.thread, item: { ...parent, threadSize: parent.threadSize + 1 } }];
}
