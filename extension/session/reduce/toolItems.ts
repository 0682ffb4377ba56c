import { isFailure } from "../../base/failure.ts";
import { mainThread } from "../../contract/ids.ts";
import type { ToolItem } from "../../contract/items.ts";
import type { StateDelta } from "../../contract/stateDeltas.ts";
import { normalizeToolName, type ToolState } from "../../contract/tools.ts";
import type { Reduction, StoreView } from "../reduction.ts";
import { getCountedKind, getLine, getPath, getSubject, getSummary, getToolKind } from "../tools/describeCall.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";

export interface StartedCall {
  readonly id: string;
  readonly tool: string;
  readonly thread: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Undefined for calls read from a saved transcript. */
  readonly now: number | undefined;
  /** The folder of the process and its version, where the frame tells them. */
  readonly cwd?: string | undefined;
  readonly version?: string | undefined;
}

/**
 * A tool call's row, new or with its full input; whichever frame names the call first creates it: an ask or progress can come before it
 * (2.1.329). It moves into its thread where that was not known then.
 */
export function startTool(store: StoreView, started: StartedCall): Reduction & { readonly isNew: boolean } {
  // The conversation itself goes by that name.
  if (started.id === mainThread) return { deltas: [], isNew: false };
  const context = { ...store.paths, version: started.version ?? store.state.cliVersion, base: started.cwd ?? store.folderOf(started.id) };
  const input = withResolvedPath(started.tool, started.input, context);
  const call = { ...started, input, thread: isWithin(store, started.thread, started.id) ? mainThread : started.thread };
  const record: ToolRecord = { ...store.record(call.id), tool: call.tool, thread: call.thread, input: call.input };
  const inPlace = store.item(call.thread, call.id);
  const before = store.record(call.id)?.thread ?? call.thread;
  const elsewhere = before === call.thread ? undefined : store.item(before, call.id);
  const known = inPlace ?? elsewhere;
  const item: ToolItem = {
    kind: "tool",
    id: call.id,
    tool: normalizeToolName(call.tool),
    toolKind: getToolKind(call.tool),
    state: "running",
    // Steps of a subagent can come before its own row.
    threadSize: store.size(call.id),
    ...(call.now === undefined ? {} : { startedAt: call.now }),
    ...(known?.kind === "tool" ? whatStays(known) : {}),
    ...quiet(call.tool, call.input),
    ...describeTarget(store, call.tool, call.input),
  };
  const left: readonly StateDelta[] = elsewhere ? [{ kind: "remove", thread: before, id: call.id }] : [];
  return { deltas: [...left, { kind: "put", thread: call.thread, item }], records: [[call.id, record]], isNew: !inPlace };
}

/** Whether a thread is that of a call or of a step of it: a broken CLI can name an agent as a step of its own, which nothing could walk. */
function isWithin(store: StoreView, thread: string, id: string): boolean {
  for (let outer: string | undefined = thread; outer !== undefined && outer !== mainThread; outer = store.record(outer)?.thread) if (outer === id) return true;
  return false;
}

/** The row of a call that has its result. */
export function toEndedItem(item: ToolItem, record: ToolRecord, isError: boolean, now: number | undefined): ToolItem {
  // A refusal and an interrupt both come as an error result; the first is already known, the second says so.
  const isDecided = isError && (item.state === "denied" || isInterrupt(record.output ?? ""));
  const state: ToolState = !isError ? "done" : item.state === "denied" ? "denied" : isDecided ? "stopped" : "failed";
  const summary = getSummary(record, isError);
  const elapsedMs = item.startedAt === undefined || now === undefined ? undefined : now - item.startedAt;
  return {
    ...item,
    state,
    ...(summary === undefined || isDecided ? {} : { summary }),
    ...(elapsedMs === undefined ? {} : { elapsedMs }),
  };
}

/** The row of a call that waits for the user. */
export function toWaitingItem({ decided: _, ...item }: ToolItem): ToolItem {
  return { ...item, state: "waiting" };
}

/**
 * The row of a call whose request was taken back for `reason`: it goes on where a hook or another client answered. With its process it ends
 * as one that waited, and stays as it is until then.
 */
export function toWithdrawnItem(item: ToolItem, reason: unknown): ToolItem | undefined {
  return item.state === "waiting" && !isFailure(reason, "connectionClosed") ? { ...item, state: "running" } : undefined;
}

/** Marks a call that was stopped without a decision, where it is remembered that it waited for the user when its process ended. */
export function withUnanswered(store: StoreView, item: ToolItem): ToolItem {
  return item.state === "stopped" && item.decided === undefined && store.wasWaiting(item.id) ? { ...item, decided: { code: "unanswered" } } : item;
}

/** As the CLI words a tool call that an interrupt ended (2.0.77 to 2.1.329, recordings "interrupted" and "interrupted-bash"). */
export function isInterrupt(output: string): boolean {
  return /^(Exit code \d+\n)?(\[Request interrupted by user|The user doesn't want to (proceed|take this action)|Tool permission request failed: AbortError)/.test(
    output,
  );
}

/** What a call acts on, as far as its input says; `input` has its path resolved. */
export function describeTarget(store: StoreView, tool: string, input: Readonly<Record<string, unknown>>): Pick<ToolItem, "subject" | "path" | "line"> {
  const path = getPath(tool, input);
  const line = getLine(tool, input);
  return { subject: getSubject(tool, input, store.state.folder), ...(path === undefined ? {} : { path }), ...(line === undefined ? {} : { line }) };
}

function quiet(tool: string, input: Readonly<Record<string, unknown>>): Pick<ToolItem, "countsAs"> {
  const kind = getCountedKind(tool, input);
  return kind === undefined ? {} : { countsAs: kind };
}

/** What the full input does not change about a row that is already there. */
function whatStays(known: ToolItem): Partial<ToolItem> {
  const { subject: _subject, path: _path, line: _line, inputText: _inputText, replacedText: _replacedText, ...stays } = known;
  return stays;
}

/** New items of a subagent show on its Agent row. */
export function growParent(store: StoreView, thread: string, count: number): StateDelta[] {
  if (thread === mainThread || count === 0) return [];
  const record = store.record(thread);
  const parent = record && store.item(record.thread, thread);
  if (!record || parent?.kind !== "tool") return [];
  return [{ kind: "put", thread: record.thread, item: { ...parent, threadSize: parent.threadSize + count } }];
}

/** A change of a call's row, as long as it is there. */
export function createToolDelta(store: StoreView, toolId: string, change: (item: ToolItem) => ToolItem | undefined): StateDelta[] {
  const record = store.record(toolId);
  const item = record && store.item(record.thread, toolId);
  const changed = item?.kind === "tool" ? change(item) : undefined;
  return record && changed ? [{ kind: "put", thread: record.thread, item: changed }] : [];
}
