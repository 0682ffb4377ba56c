import { stripControl } from "../../base/invisible.ts";
import { mainThread } from "../../contract/ids.ts";
import type { Item, ToolItem, TurnItem } from "../../contract/items.ts";
import type { StateDelta } from "../../contract/stateDeltas.ts";
import type { ResultFrame } from "../../protocol/frames.ts";
import { createNoticeDelta, type Reduction, type StoreView } from "../reduction.ts";
import { getLastingActivity } from "./activities.ts";
import { isBesideTurns } from "./backgroundCalls.ts";
import { getCurrentBackground } from "./backgroundTasks.ts";
import { withUnanswered } from "./toolItems.ts";
import { getTurnFailure } from "./turnFailure.ts";
import { getTurnId } from "./turnId.ts";
import { countInputTokens } from "./usage.ts";

/** The end of a turn: outcome, cost so far, and nothing left that looks alive. */
export function reduceResult(store: StoreView, frame: ResultFrame, now: number | undefined): Reduction {
  const outcome = getOutcome(frame);
  const cost = frame.total_cost_usd === undefined ? store.state.costUsd : frame.total_cost_usd + store.costOffset;
  const window = getWindow(store, frame);
  const words = outcome === "failed" ? stripControl(frame.errors?.join("\n") || frame.result || frame.subtype) : undefined;
  const failure = words === undefined ? undefined : getTurnFailure(frame, words);
  const output = frame.usage?.output_tokens ?? 0;
  const item: TurnItem = {
    kind: "turn",
    id: getTurnId(store, frame.uuid ?? now ?? 0),
    outcome,
    ...(failure === undefined || words === undefined ? {} : { failure, message: words }),
    ...(frame.duration_ms === undefined ? {} : { durationMs: frame.duration_ms }),
    ...(output > 0 ? { tokens: { input: countInputTokens(frame.usage), output } } : {}),
    ...(store.isCostKnown && cost > store.state.costUsd ? { costUsd: cost - store.state.costUsd } : {}),
  };
  // Where the CLI tells its state, only that says idle: background work can outlive a result (2.1.50, 2.1.329).
  const isOver = !store.hasStateEvents && (frame.queued_turn_count ?? 0) === 0;
  return {
    effects: [{ kind: "turnEnded", outcome, failure, error: frame.errors?.join("\n") || frame.result || "", startRefusal: frame.startup_failure_reason }],
    deltas: [
      // What goes on beside the turns survives their end, also a stop (2.1.50; 2.1.329, which was told that each can be stopped).
      ...settle(
        store,
        store.unsettled().filter(({ thread, item }) => !isBesideTurns(store, thread, item)),
        now,
      ),
      ...(outcome === "done" ? answerToCommand(store, frame) : []),
      ...(words === undefined ? [] : intoCard(store, words)),
      { kind: "put", thread: mainThread, item },
      {
        kind: "state",
        set: {
          costUsd: cost,
          ...getLastingActivity(store, now),
          background: getCurrentBackground(store, now),
          ...(window === undefined ? {} : { contextWindow: window }),
          ...(isOver ? { status: "idle", turnStartedAt: null } : {}),
        },
      },
    ],
  };
}

/** A command that nothing goes by has only the result for an answer (2.1.50), or none at all (2.0.77). */
function answerToCommand(store: StoreView, frame: ResultFrame): readonly StateDelta[] {
  const last = store.last(mainThread);
  if (last?.kind !== "prompt" || !last.text.startsWith("/")) return [];
  const id = `answer:${last.id}`;
  const text = stripControl(frame.result ?? "").trim();
  if (text === "") return [createNoticeDelta(id, "info", { code: "unanswered" })];
  return [{ kind: "put", thread: mainThread, item: { kind: "text", id, text, isStreaming: false, isFromCli: true } }];
}

/** Ends whatever still streams, runs or waits, in every thread: the process is gone. */
export function settleAll(store: StoreView, now: number | undefined): StateDelta[] {
  return settle(store, store.unsettled(), now);
}

function settle(store: StoreView, unsettled: ReturnType<StoreView["unsettled"]>, now: number | undefined): StateDelta[] {
  return unsettled.map(({ thread, item }) => ({ kind: "put", thread, item: settled(store, item, now) }));
}

/** The CLI also says as a reply what made a turn fail: it stands in the card of the failure, once. */
function intoCard(store: StoreView, words: string): readonly StateDelta[] {
  const last = store.last(mainThread);
  if (last?.kind !== "text" || !last.isFromCli || stripControl(last.text) !== words) return [];
  return [{ kind: "put", thread: mainThread, item: { ...last, isInCard: true } }];
}

function settled(store: StoreView, item: Item, now: number | undefined): Item {
  if (item.kind === "text" || item.kind === "thinking") return { ...item, isStreaming: false };
  if (item.kind !== "tool") return item;
  const elapsedMs = item.startedAt === undefined || now === undefined ? undefined : now - item.startedAt;
  const stopped: ToolItem = { ...item, state: "stopped", ...(elapsedMs === undefined ? {} : { elapsedMs }) };
  return item.state === "waiting" ? { ...stopped, decided: { code: "unanswered" } } : withUnanswered(store, stopped);
}

/** An interrupt ends as an error of the execution in 2.0.77 and 2.1.50, with a reason of its own in 2.1.329. */
function getOutcome(frame: ResultFrame): TurnItem["outcome"] {
  if (frame.terminal_reason?.startsWith("aborted")) return "stopped";
  if (frame.subtype === "success" && !frame.is_error) return "done";
  const isInterrupt =
    frame.subtype === "error_during_execution" && frame.terminal_reason === undefined && !frame.startup_failure_reason && !frame.errors?.length;
  return isInterrupt ? "stopped" : "failed";
}

/** That of the model in use. A turn can have used others, such as that of a subagent: of these none counts, but for the only one. */
function getWindow(store: StoreView, frame: ResultFrame): number | undefined {
  const models = Object.entries(frame.modelUsage ?? {});
  // The date of a model's edition, and the size of its context, stand behind its name.
  const plain = (name = ""): string => name.replace(/\[\w+\]$/, "").replace(/-\d{8}$/, "");
  const current = models.find(([name]) => name === store.state.model) ?? models.find(([name]) => plain(name) === plain(store.state.model));
  return (current ?? (models.length === 1 ? models[0] : undefined))?.[1].contextWindow;
}
