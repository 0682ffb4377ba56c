import type { ConversationState } from "../../../extension/shared/contract/conversationState.ts";
import type { Item } from "../../../extension/shared/contract/items.ts";
import type { Progress } from "../../../extension/shared/contract/progress.ts";

/** The last line of a running turn. */
export interface ShownProgress {
  readonly progress: Progress;
  /** Since when, in milliseconds since the epoch; undefined where nobody noted it. */
  readonly since?: number | undefined;
}

type TurnState = Pick<
  ConversationState,
  "status" | "queue" | "requests" | "activity" | "turnStartedAt" | "problem" | "repository" | "unsaved"
>;

/**
 * Returns what a conversation does, for the line at the end of its turn; undefined while nothing runs. `items`: its
 * newest ones. `isSending`: a message left the composer, and the conversation has not told what becomes of it.
 */
export function getProgress(state: TurnState, items: readonly Item[], isSending: boolean): ShownProgress | undefined {
  const { status, queue, requests, activity, turnStartedAt } = state;
  if (state.problem || state.repository) return undefined;
  const isSent = isSending || queue.some(({ isHeld }) => !isHeld);
  // The first message waits until the user decided about unsaved files.
  if (status !== "working" && isSent && state.unsaved && queue.length > 0)
    return { progress: { code: "user", done: 0, all: 0 } };
  if (status !== "working")
    return isSent && status !== "ended" ? { progress: { code: status === "idle" ? "model" : "starting" } } : undefined;
  if (activity && activity.code !== "planLimit") return { progress: { code: "activity", activity } };
  const steps = takeTurn(items);
  const last = steps.at(-1);
  const calls = steps.flatMap((item) =>
    item.kind === "tool" && !item.isBackground && !item.isStreaming ? [item.state] : [],
  );
  const count = (wanted: (typeof calls)[number]): number => calls.filter((each) => each === wanted).length;
  if (requests.length > 0 || count("waiting") > 0) {
    const done = calls.length - count("waiting") - count("running") - count("queued");
    return { progress: { code: "user", done, all: calls.length } };
  }
  if (count("running") + count("queued") > 0)
    return { progress: { code: "calls", running: count("running"), queued: count("queued") } };
  if (last?.kind === "tool" && last.isStreaming) return { progress: { code: "writing" }, since: getEnd(steps.at(-2)) };
  if (last?.kind === "thinking" && last.isStreaming) return { progress: { code: "thinking" }, since: last.startedAt };
  if (last?.kind === "text" && last.isStreaming) return { progress: { code: "writing" }, since: last.at };
  return { progress: { code: "model" }, since: latest([turnStartedAt, ...steps.map(getEnd)]) };
}

/** Returns the items of the running turn, as far as the page has them. */
function takeTurn(items: readonly Item[]): readonly Item[] {
  const begin = items.findLastIndex(({ kind }) => kind === "turn" || kind === "prompt");
  return items.slice(begin + 1);
}

function getEnd(item: Item | undefined): number | undefined {
  if (!item) return undefined;
  if (item.kind === "tool") return item.startedAt === undefined ? undefined : item.startedAt + (item.elapsedMs ?? 0);
  if (item.kind === "thinking") return item.startedAt + (item.durationMs ?? 0);
  return item.kind === "text" ? item.at : undefined;
}

function latest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}
