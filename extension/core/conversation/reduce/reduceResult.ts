import { stripControl } from "../../../shared/base/invisible.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Item } from "../../../shared/contract/items.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { ResultFrame } from "../../protocol/frames/frames.ts";
import { getLastingActivity } from "./activities.ts";
import { isBesideTurns } from "./backgroundCalls.ts";
import { getCurrentBackground } from "./backgroundTasks.ts";
import { toStoppedItem } from "./callStates.ts";
import { createNoticeDelta, type Reduction, type StoreView } from "./reduction.ts";
import { createTurnItem } from "./turnEnd.ts";
import { getTurnUsage } from "./turnUsage.ts";
import { createWaitEndPatch } from "./waitedTime.ts";

/** Reduces the end of a turn: sets its outcome and the cost so far, and settles all unsettled items of the turn. */
export function reduceResult(store: StoreView, frame: ResultFrame, now: number | undefined): Reduction {
  const { startup_failure_reason: reason } = frame;
  // It ends no turn: nothing was sent, and the process is about to end.
  if (reason !== undefined) return { deltas: [], effects: [{ kind: "startRefused", reason, error: getError(frame) }] };
  const { usage, counted } = getTurnUsage(frame, store.counted, store.state.reported.model);
  const { item, words } = createTurnItem(store, frame, usage, now);
  const { outcome, failure } = item;
  const cost = frame.total_cost_usd === undefined ? store.state.costUsd : frame.total_cost_usd + store.costOffset;
  const window = getWindow(store, frame);
  // If `claude` sends state events, only those report idle, because background work can outlive a result (2.1.50,
  // 2.1.329).
  const isOver = !store.hasStateEvents && (frame.queued_turn_count ?? 0) === 0;
  return {
    counted,
    effects: [
      {
        kind: "turnEnded",
        outcome,
        failure,
        error: getError(frame),
        ending: {
          item,
          output: frame.result ?? "",
          structuredOutput: frame.structured_output,
          stopReason: getStopReason(frame),
        },
      },
    ],
    deltas: [
      // Work beside the turns survives their end, and also a stop (2.1.50; 2.1.329, because we declare that each task
      // can be stopped).
      ...settle(
        store,
        store.unsettled().filter(({ thread, item }) => !isBesideTurns(store, thread, item)),
        now,
      ),
      ...(outcome === "done" ? answerToCommand(store, frame) : []),
      ...(words === undefined ? [] : markRepeatedError(store, words)),
      { kind: "put", thread: mainThread, item },
      {
        kind: "state",
        set: {
          costUsd: cost,
          ...getLastingActivity(store, now),
          background: getCurrentBackground(store, now),
          ...(now === undefined ? {} : createWaitEndPatch(store.state, now)),
          ...(window === undefined ? {} : { contextWindow: window }),
          ...(isOver ? { status: "idle", turnStartedAt: null } : {}),
        },
      },
    ],
  };
}

function getError({ errors, result }: ResultFrame): string {
  return errors?.join("\n") || result || "";
}

/** Returns why a turn ended: as the model said, else as `claude` names it (2.1.329), else by its subtype. */
function getStopReason({ subtype, stop_reason: reason, terminal_reason: terminal }: ResultFrame): string | undefined {
  const isDone = subtype === "success" && (terminal === undefined || terminal === "completed");
  return (isDone ? reason : terminal) ?? (subtype === "success" ? undefined : subtype);
}

/**
 * Shows the reply to a command whose only output is the result (2.1.50), or a notice where the result is empty
 * (2.0.77).
 */
function answerToCommand(store: StoreView, frame: ResultFrame): readonly StateDelta[] {
  const last = store.last(mainThread);
  if (last?.kind !== "prompt" || !last.text.startsWith("/")) return [];
  const id = `answer:${last.id}`;
  const text = stripControl(frame.result ?? "").trim();
  if (text === "") return [createNoticeDelta(id, "info", { code: "unanswered" })];
  return [{ kind: "put", thread: mainThread, item: { kind: "text", id, text, isStreaming: false, isFromCli: true } }];
}

/** Settles every item that streams, runs or waits, in all threads. Call it when the process is gone. */
export function settleAll(store: StoreView, now: number | undefined): StateDelta[] {
  return settle(store, store.unsettled(), now);
}

function settle(
  store: StoreView,
  unsettled: ReturnType<StoreView["unsettled"]>,
  now: number | undefined,
): StateDelta[] {
  return unsettled.map(({ thread, item }) => ({ kind: "put", thread, item: settleItem(store, item, now) }));
}

/**
 * Marks the reply in which `claude` repeats the error of a failed turn, so that the error shows only in the card of the
 * failure.
 */
function markRepeatedError(store: StoreView, words: string): readonly StateDelta[] {
  const last = store.last(mainThread);
  if (last?.kind !== "text" || !last.isFromCli || stripControl(last.text) !== words) return [];
  return [{ kind: "put", thread: mainThread, item: { ...last, isInCard: true } }];
}

function settleItem(store: StoreView, item: Item, now: number | undefined): Item {
  if (item.kind === "text" || item.kind === "thinking") return { ...item, isStreaming: false };
  return item.kind === "tool" ? toStoppedItem(store, item, now) : item;
}

/**
 * Returns the context window of the current model. A turn can also use other models, such as that of a subagent;
 * another model counts only if it is the only one.
 */
function getWindow(store: StoreView, frame: ResultFrame): number | undefined {
  const models = Object.entries(frame.modelUsage ?? {});
  // Model names can end with the date of the edition or the size of the context.
  const plain = (name = ""): string => name.replace(/\[\w+\]$/, "").replace(/-\d{8}$/, "");
  const current =
    models.find(([name]) => name === store.state.reported.model) ??
    models.find(([name]) => plain(name) === plain(store.state.reported.model));
  return (current ?? (models.length === 1 ? models[0] : undefined))?.[1].contextWindow;
}
