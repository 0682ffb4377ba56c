import { isFailure } from "../../../shared/base/failure.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type { DecisionRecord } from "../../../shared/contract/requests/requests.ts";
import type { ToolState } from "../../../shared/contract/tools.ts";
import { getSummary } from "../tools/describeCall.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";
import type { StoreView } from "./reduction.ts";

/*
 * The states of a call, and what leads from one to the next (2.0.77, 2.1.50, 2.1.329 and 2.1.332 alike, shown by
 * `test/cli/callStates.test.ts`):
 *
 *   queued → running          its PreToolUse hook; without hooks, the full input of the first call of a reply,
 *                             and the result of the call before
 *   queued → waiting          `can_use_tool`, or a guard of ours
 *   waiting → running         "allow", or a request that another client answered
 *   waiting → denied          "deny"
 *   queued, running → denied  a rule or a hook refused it (`permission_denied`, or the result says so)
 *   running → done, failed    its result
 *   any → stopped             an interrupt, or the end of the turn or of the process
 *
 * The model replies again only when each call of its last reply has a result (all versions, since its API refuses
 * anything else): a call of an earlier reply without one holds up no other call.
 *
 * `startedAt` is the time at which a call began to run. A call that never ran has none, and no duration.
 */

/** Returns the row of a call that begins to run; undefined if it did before, or waits for the user. */
export function toRunningItem(item: ToolItem, now: number): ToolItem | undefined {
  if (item.state !== "queued") return undefined;
  const { isStreaming: _, ...rest } = item;
  return { ...rest, state: "running", startedAt: now };
}

/** Returns the row of a call that waits for the user. */
export function toWaitingItem({
  decided: _decided,
  startedAt: _startedAt,
  isStreaming: _isStreaming,
  ...item
}: ToolItem): ToolItem {
  return { ...item, state: "waiting" };
}

/**
 * Returns the row of a call about which the user decided. It runs from now on; `isDone`: it has no result that could
 * end it.
 */
export function toDecidedItem(
  item: ToolItem,
  decided: DecisionRecord,
  { isAllowed, isDone = false }: { isAllowed: boolean; isDone?: boolean },
  now: number,
): ToolItem {
  if (!isAllowed) return toDeniedItem(item, decided);
  return { ...item, state: isDone ? "done" : "running", startedAt: now, decided };
}

/** Returns the row of a call that never ran, because something refused it. */
export function toDeniedItem(
  { startedAt: _startedAt, isStreaming: _isStreaming, ...item }: ToolItem,
  decided: DecisionRecord,
): ToolItem {
  return { ...item, state: "denied", decided };
}

/**
 * Returns the row of a call whose request was withdrawn for `reason`: it runs on where a hook or another client
 * answered. If the connection closed, the row stays as it is, and ends with the process as a call that waited.
 */
export function toWithdrawnItem(item: ToolItem, reason: unknown, now: number): ToolItem | undefined {
  return item.state === "waiting" && !isFailure(reason, "connectionClosed")
    ? { ...item, state: "running", startedAt: now }
    : undefined;
}

/** Returns the row of a call that has its result. */
export function toEndedItem(item: ToolItem, record: ToolRecord, isError: boolean, now: number | undefined): ToolItem {
  // A refusal and an interrupt both come as an error result. A refusal is already known; the text of an interrupt
  // identifies it.
  const isDecided = isError && (item.state === "denied" || isInterrupt(record.output ?? ""));
  const state: ToolState = !isError ? "done" : item.state === "denied" ? "denied" : isDecided ? "stopped" : "failed";
  const summary = getSummary(record, isError);
  const ended = end(item, state, now);
  return summary === undefined || isDecided ? ended : { ...ended, summary };
}

/** Returns the row of a call that ends without a result. One that waited for the user says so. */
export function toStoppedItem(store: StoreView, item: ToolItem, now: number | undefined): ToolItem {
  const stopped = end(item, "stopped", now);
  return item.state === "waiting" ? { ...stopped, decided: { code: "unanswered" } } : withUnanswered(store, stopped);
}

/** Marks a stopped call without a decision as unanswered if it was waiting for the user when its process ended. */
export function withUnanswered(store: StoreView, item: ToolItem): ToolItem {
  return item.state === "stopped" && item.decided === undefined && store.wasWaiting(item.id)
    ? { ...item, decided: { code: "unanswered" } }
    : item;
}

/** Ends a call. Only one that ran has a duration. */
function end(item: ToolItem, state: ToolState, now: number | undefined): ToolItem {
  const { isStreaming: _, ...ended } = { ...item, state };
  if (item.state === "running" && item.startedAt !== undefined && now !== undefined)
    return { ...ended, elapsedMs: now - item.startedAt };
  return ended;
}

/**
 * Returns true for the text by which `claude` reports that an interrupt ended a call (2.0.77 to 2.1.329, recordings
 * "interrupted" and "interrupted-bash").
 */
export function isInterrupt(output: string): boolean {
  return /^(Exit code \d+\n)?(\[Request interrupted by user|The user doesn't want to (proceed|take this action)|Tool permission request failed: AbortError)/.test(
    output,
  );
}
