import { mainThread } from "../../../shared/contract/ids.ts";
import type { Item, ToolItem } from "../../../shared/contract/items.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import { normalizeToolName } from "../../../shared/contract/tools.ts";
import { getCountedKind, getLine, getPath, getSubject, getToolKind } from "../tools/describeCall.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";
import type { Reduction, StoreView } from "./reduction.ts";

export interface StartedCall {
  readonly id: string;
  readonly tool: string;
  readonly thread: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Undefined for calls read from a saved transcript. */
  readonly now: number | undefined;
  /** Working folder of the process, and the version of `claude`, where the frame has them. */
  readonly cwd?: string | undefined;
  readonly version?: string | undefined;
  /** The input is not complete: the model still writes it. */
  readonly isStreaming?: boolean;
  /** The call runs already: `claude` reports its progress, or the provider runs it, which no hook reports. */
  readonly isRunning?: boolean;
  /** Calls of earlier replies that are over; by default those of the thread's cursor. */
  readonly lost?: readonly string[];
}

/**
 * Creates or completes the row of a call. The first frame that names the call creates it: a permission request or
 * progress can come before the full input (2.1.329). Moves the row into its thread where the thread was not known
 * before.
 */
export function startTool(store: StoreView, started: StartedCall): Reduction & { readonly isNew: boolean } {
  // This id is the name of the main thread.
  if (started.id === mainThread) return { deltas: [], isNew: false };
  const { id, tool, now } = started;
  const { home, isWindows } = store.paths;
  const context = {
    home,
    isWindows,
    version: started.version ?? store.state.cliVersion,
    base: started.cwd ?? store.folderOf(id),
  };
  const input = withResolvedPath(tool, started.input, context);
  const thread = isWithin(store, started.thread, id) ? mainThread : started.thread;
  const known = store.record(id);
  const mode = known?.mode ?? (now === undefined ? undefined : store.state.reported.permissionMode);
  const record: Mutable<ToolRecord> = known ? { ...known, tool, thread, input } : { tool, thread, input };
  if (mode !== undefined) record.mode = mode;
  const inPlace = store.item(thread, id);
  const before = known?.thread ?? thread;
  const elsewhere = before === thread ? undefined : store.item(before, id);
  const item = createRow(store, { ...started, thread, input }, inPlace ?? elsewhere);
  const put: StateDelta = { kind: "put", thread, item };
  return {
    deltas: elsewhere ? [{ kind: "remove", thread: before, id }, put] : [put],
    records: [[id, record]],
    isNew: !inPlace,
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Returns the row of a call: a new one, or a known one with what its input says now. Without spreads, because there is
 * one for every call.
 */
function createRow(store: StoreView, started: StartedCall, known: Item | undefined): ToolItem {
  const { id, tool, input } = started;
  const path = getPath(tool, input);
  const line = getLine(tool, input);
  const row: Mutable<ToolItem> = {
    kind: "tool",
    id,
    tool: normalizeToolName(tool),
    toolKind: getToolKind(tool),
    state: "queued",
    // Steps of a subagent can come before its own row.
    threadSize: store.size(id),
    subject: getSubject(tool, input, store.state.folder, store.state.tasks),
  };
  if (known?.kind === "tool") Object.assign(row, getUnchangedFields(known));
  if (started.isStreaming) row.isStreaming = true;
  else if (known?.kind !== "tool" || known.isStreaming) begin(store, row, started);
  const counted = getCounted(store, tool, input, path);
  if (counted !== undefined) row.countsAs = counted;
  if (path !== undefined) row.path = path;
  if (line !== undefined) row.line = line;
  return row;
}

/**
 * Begins a call whose input is complete, where it runs already: as a hook reported, or, as long as no hook reports the
 * starts of calls, where no other call of its reply runs or waits.
 */
function begin(store: StoreView, row: Mutable<ToolItem>, { id, thread, now, isRunning, lost }: StartedCall): void {
  if (row.state !== "queued") return;
  const reported = store.starts.take(id);
  const isFirst = (): boolean => listCallsUnderWay(store, thread, lost).every((other) => other.id === id);
  if (reported === undefined && !isRunning && (store.starts.isReported || !isFirst())) return;
  row.state = "running";
  const at = reported ?? now;
  if (at !== undefined) row.startedAt = at;
}

/** Returns the calls of the last reply in a thread that run or wait. `lost`: calls of earlier replies. */
function listCallsUnderWay(
  store: StoreView,
  thread: string,
  lost: readonly string[] = store.cursor(thread)?.lost ?? [],
): readonly ToolItem[] {
  return store
    .unsettled()
    .flatMap(({ thread: other, item }) =>
      other === thread && item.kind === "tool" && !item.isBackground && !lost.includes(item.id) ? [item] : [],
    );
}

/** Returns the calls of a thread that have no result when a reply begins. `own`: calls of that reply. */
export function findLostCalls(store: StoreView, thread: string, own: readonly string[] = []): readonly string[] {
  return listCallsUnderWay(store, thread, own).map(({ id }) => id);
}

/** Begins the next call of a thread where a call of it ended, as long as no hook reports the starts of calls. */
export function beginNextCall(
  store: StoreView,
  thread: string,
  ended: readonly string[],
  now: number | undefined,
): StateDelta[] {
  if (store.starts.isReported) return [];
  const waiting = listCallsUnderWay(store, thread).filter(({ id }) => !ended.includes(id));
  const [next] = waiting;
  if (!next || waiting.some(({ state, isStreaming }) => state !== "queued" || isStreaming)) return [];
  return [
    { kind: "put", thread, item: { ...next, state: "running", ...(now === undefined ? {} : { startedAt: now }) } },
  ];
}

/**
 * Returns true if a thread is that of a call or of one of its steps. A broken `claude` can name an agent as its own
 * step, and that cycle would never end.
 */
function isWithin(store: StoreView, thread: string, id: string): boolean {
  for (
    let outer: string | undefined = thread;
    outer !== undefined && outer !== mainThread;
    outer = store.record(outer)?.thread
  )
    if (outer === id) return true;
  return false;
}

/** Describes the target of a call as far as its input names it; the path in `input` is already resolved. */
export function describeTarget(
  store: StoreView,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Pick<ToolItem, "subject" | "path" | "line"> {
  const path = getPath(tool, input);
  const line = getLine(tool, input);
  return {
    subject: getSubject(tool, input, store.state.folder, store.state.tasks),
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line }),
  };
}

/**
 * Counts the Write or Edit with which a model in plan mode keeps the plan that it is about to present: `plans/NAME.md`
 * in the config folder (2.0.77 to 2.1.329).
 */
function getCounted(
  store: StoreView,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  path: string | undefined,
): ToolItem["countsAs"] {
  const toolKind = getToolKind(tool);
  const isWritten = path !== undefined && (toolKind === "write" || toolKind === "edit");
  const isPlan = isWritten && /[\\/]plans[\\/][^\\/]+\.md$/.test(path) && store.claudesOwn()(path);
  return isPlan ? "plan" : getCountedKind(tool, input);
}

/** Returns the fields of a known row that the full input does not change. */
function getUnchangedFields(known: ToolItem): Partial<ToolItem> {
  const {
    subject: _subject,
    path: _path,
    line: _line,
    inputText: _inputText,
    replacedText: _replacedText,
    isStreaming: _isStreaming,
    ...stays
  } = known;
  return stays;
}

/** Counts the new items of a subagent on its Agent row. */
export function growParent(store: StoreView, thread: string, count: number): StateDelta[] {
  if (thread === mainThread || count === 0) return [];
  const record = store.record(thread);
  const parent = record && store.item(record.thread, thread);
  if (!record || parent?.kind !== "tool") return [];
  return [{ kind: "put", thread: record.thread, item: { ...parent, threadSize: parent.threadSize + count } }];
}

/** Changes the row of a call if the row exists. */
export function createToolDelta(
  store: StoreView,
  toolId: string,
  change: (item: ToolItem) => ToolItem | undefined,
): StateDelta[] {
  const record = store.record(toolId);
  const item = record && store.item(record.thread, toolId);
  const changed = item?.kind === "tool" ? change(item) : undefined;
  return record && changed ? [{ kind: "put", thread: record.thread, item: changed }] : [];
}
