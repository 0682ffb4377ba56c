import { stripControl } from "../../../shared/base/invisible.ts";
import { readString } from "../../../shared/base/read.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Item, ToolItem } from "../../../shared/contract/items.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { SystemFrame } from "../../protocol/frames/systemFrames.ts";
import { hasSince } from "../../protocol/version.ts";
import { parseExitCode } from "../tools/output.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";
import { endBackground } from "./backgroundTasks.ts";
import { createNoticeDelta, type Reduction, type StoreView } from "./reduction.ts";
import { createToolDelta } from "./toolItems.ts";

type Frame<S extends SystemFrame["subtype"]> = Extract<SystemFrame, { subtype: S }>;

/** Final states of a task by their names in `task_updated` and `task_notification` (2.1.50, 2.1.329). */
const endStates: ReadonlyMap<string | undefined, End["state"]> = new Map([
  ["completed", "done"],
  ["failed", "failed"],
  ["killed", "stopped"],
  ["stopped", "stopped"],
]);

/**
 * Returns the row of a call whose result reports that its work continues: a command in the background, or an agent
 * beside the turn (every agent with 2.1.329, recorded in `subagent-slow`). Returns undefined for other calls, and with
 * 2.0.77, which never reports the end.
 */
export function toLaunchedItem(
  version: string | undefined,
  item: ToolItem,
  { result, ended }: ToolRecord,
): ToolItem | undefined {
  const command = readString(result, "backgroundTaskId");
  const agent = readString(result, "status") === "async_launched" ? readString(result, "agentId") : undefined;
  const taskId = command ?? agent;
  if (taskId === undefined || hasSince(version, "b") === "no") return undefined;
  const named = command === undefined ? { agent: { ...item.agent, taskId } } : { taskId };
  return { ...item, ...named, isBackground: true, state: ended?.state ?? "running" };
}

/** Returns true for the row of a call in the background, or of a step of one. */
export function isBesideTurns(store: StoreView, thread: string, item: Item): boolean {
  if (item.kind === "tool" && item.isBackground) return true;
  const outer = thread === mainThread ? undefined : store.record(thread)?.thread;
  const agent = outer === undefined ? undefined : store.item(outer, thread);
  return outer !== undefined && agent !== undefined && isBesideTurns(store, outer, agent);
}

/** The end of a task as `claude` reports it. */
interface End {
  readonly state: "done" | "failed" | "stopped";
  readonly words?: string | undefined;
  readonly usage?: Frame<"task_notification">["usage"];
}

/** Returns the final state of a task in `task_updated`; undefined while the task runs. */
export function getFinalState({ patch }: Frame<"task_updated">): End["state"] | undefined {
  return endStates.get(patch?.status);
}

/** Ends a task, and with it the call in the background that started it. */
export function endTask(store: StoreView, taskId: string, end: End, now: number | undefined): Reduction {
  const call = store
    .unsettled()
    .find(({ item }) => item.kind === "tool" && item.isBackground && (item.taskId ?? item.agent?.taskId) === taskId);
  return { deltas: [...(call ? endCall(store, call.item.id, end, now) : []), ...endBackground(store, taskId).deltas] };
}

/** Ends a task that the user stopped; 2.1.50 confirms the stop and reports nothing else about it. */
export function stopTask(store: StoreView, taskId: string): Reduction {
  return endTask(store, taskId, { state: "stopped" }, undefined);
}

/**
 * Ends a task with the details of its notification; for an agent these are its report (2.1.329). A call that a turn
 * waits for has its own result.
 */
export function endNotifiedTask(
  store: StoreView,
  frame: Frame<"task_notification">,
  now: number | undefined,
): Reduction {
  const { tool_use_id: id, usage } = frame;
  const record = id === undefined ? undefined : store.record(id);
  const end = { state: endStates.get(frame.status) ?? "done", words: stripControl(frame.summary ?? ""), usage };
  if (id === undefined || !record) return endTask(store, frame.task_id, end, now);
  const ended = { state: end.state, words: end.words, isReport: frame.summary_is_report === true };
  const changes = [
    ...endCall(store, id, end, now),
    ...endBackground(store, frame.task_id).deltas,
    ...tellEnd(store, record, frame, end.state),
  ];
  return { deltas: changes, records: [[id, { ...record, ended }]] };
}

/** Adds one row that reports the end of a command in the background, because the row of its call may be far up. */
function tellEnd(
  store: StoreView,
  { thread, input, ended }: ToolRecord,
  frame: Frame<"task_notification">,
  state: End["state"],
): StateDelta[] {
  const { tool_use_id: id = "", task_id: taskId, output_file: output } = frame;
  const item = store.item(thread, id);
  if (item?.kind !== "tool" || !item.isBackground || item.toolKind !== "command" || ended) return [];
  const task = stripControl(readString(input, "description") ?? item.subject);
  const exitCode = parseExitCode(frame.summary);
  const named = {
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(output ? { output: stripControl(output) } : {}),
  };
  return [
    createNoticeDelta(`task:${taskId}`, state === "failed" ? "warning" : "info", {
      code: "taskEnded",
      task,
      state,
      ...named,
    }),
  ];
}

/** Settles the row of a call in the background: removes the progress text, and keeps the error text of a failure. */
function endCall(store: StoreView, id: string, { state, words, usage }: End, now: number | undefined): StateDelta[] {
  return createToolDelta(store, id, ({ summary: _doing, ...item }) => {
    if (!item.isBackground) return undefined;
    const sinceStart = item.startedAt === undefined || now === undefined ? undefined : now - item.startedAt;
    const elapsedMs = usage?.duration_ms ?? item.elapsedMs ?? sinceStart;
    const tokens = usage?.total_tokens;
    return {
      ...item,
      state,
      // While the conversation is read back, the agent's steps are in a file that is not read yet.
      threadSize: item.threadSize || (item.agent && usage?.tool_uses) || 0,
      ...(state === "failed" && words ? { summary: { code: "text", text: words } } : {}),
      ...(item.agent && tokens !== undefined ? { agent: { ...item.agent, tokens } } : {}),
      ...(elapsedMs === undefined ? {} : { elapsedMs }),
    };
  });
}
