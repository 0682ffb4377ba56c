import { stripControl } from "../../../shared/base/invisible.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { TurnItem } from "../../../shared/contract/items.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { ModelUsage } from "../../../shared/contract/usage.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import { readUserContent } from "../../protocol/frames/writtenText.ts";
import { getFrameTime } from "../reduce/frameFields.ts";
import { getThread, type StoreView } from "../reduce/reduction.ts";
import { getTurnId } from "../reduce/turnEnd.ts";
import { classifyFailure } from "../reduce/turnFailure.ts";
import { fromUsage } from "../reduce/turnUsage.ts";
import { addByModel } from "../usage/summary.ts";
import { isInterruptMark } from "./interruption.ts";

interface Turn {
  readonly startedAt: number | undefined;
  /** Usage by message id: each entry of a message repeats the counts, and the last one is complete. */
  readonly usages: Map<string, ModelUsage>;
  endedAt: number | undefined;
  /** Undefined while something must follow: a call without a result, or a result that the model has not read. */
  outcome: TurnItem["outcome"] | undefined;
}

/**
 * Derives the rows of turns from the other frames of a transcript: a session on pipes writes no end of a turn into it,
 * one in a terminal writes `turn_duration` (2.0.77 to 2.1.329). No transcript has the cost of a turn.
 */
export class TranscriptTurns {
  #turn: Turn | undefined;

  /** Returns the rows of turns that ended before a frame. Call with each frame before it is applied. */
  next(store: StoreView, frame: Frame): readonly StateDelta[] {
    if (frame.type === "system") {
      if (frame.subtype === "turn_duration") this.#turn = undefined;
      // The user compacted the conversation. A compaction during a turn does not end the turn.
      if (frame.subtype === "compact_boundary" && this.#turn?.outcome !== undefined) return this.end(store);
      // After the end of a turn, the end of a task begins another turn.
      const wakes = frame.subtype === "task_notification" && this.#turn?.outcome !== undefined;
      return wakes ? this.#begin(store, getFrameTime(frame, undefined).at) : [];
    }
    if ((frame.type !== "user" && frame.type !== "assistant") || getThread(frame) !== mainThread) return [];
    const { at } = getFrameTime(frame, undefined);
    if (frame.type === "assistant") {
      this.#note(frame, at);
      return [];
    }
    if (isInterruptMark(frame)) this.#mark("stopped", at);
    else if (answersCall(frame)) this.#mark(undefined, at);
    else if (isPrompt(frame)) return this.#begin(store, at);
    return [];
  }

  /** Returns the row of the last turn, because no frames follow. */
  end(store: StoreView): readonly StateDelta[] {
    const turn = this.#turn;
    this.#turn = undefined;
    if (turn?.outcome === undefined) return [];
    const { startedAt, endedAt, outcome, usages } = turn;
    const durationMs = startedAt === undefined || endedAt === undefined ? undefined : Math.max(0, endedAt - startedAt);
    const models = addByModel([...usages.values()]);
    const tokens = models.reduce(
      (all, each) => ({
        input: all.input + each.input + each.cacheRead + each.cacheWrite,
        output: all.output + each.output,
      }),
      {
        input: 0,
        output: 0,
      },
    );
    const last = store.last(mainThread);
    const words = outcome === "failed" && last?.kind === "text" && last.isFromCli ? last : undefined;
    const item: TurnItem = {
      kind: "turn",
      id: getTurnId(store, endedAt ?? 0),
      outcome,
      ...(words ? { failure: classifyFailure(words.text, 0, words.error), message: stripControl(words.text) } : {}),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(tokens.output > 0 ? { tokens, usage: { models, steps: usages.size, isSaved: true } as const } : {}),
    };
    const inCard: StateDelta[] = words ? [{ kind: "put", thread: mainThread, item: { ...words, isInCard: true } }] : [];
    return [...inCard, { kind: "put", thread: mainThread, item }];
  }

  #begin(store: StoreView, at: number | undefined): readonly StateDelta[] {
    const ended = this.end(store);
    this.#turn = { startedAt: at, endedAt: at, outcome: undefined, usages: new Map() };
    return ended;
  }

  #note({ message, isApiErrorMessage }: Extract<Frame, { type: "assistant" }>, at: number | undefined): void {
    const goesOn = message.content.some((block) => block.type === "tool_use");
    this.#mark(goesOn ? undefined : isApiErrorMessage ? "failed" : "done", at);
    const output = message.usage?.output_tokens ?? 0;
    if (output > 0 && message.usage)
      this.#turn?.usages.set(message.id ?? "", fromUsage(message.model ?? "", message.usage));
  }

  #mark(outcome: TurnItem["outcome"] | undefined, at: number | undefined): void {
    if (!this.#turn) return;
    this.#turn.outcome = outcome;
    this.#turn.endedAt = at ?? this.#turn.endedAt;
  }
}

type UserFrame = Extract<Frame, { type: "user" }>;

function answersCall({ message: { content } }: UserFrame): boolean {
  return typeof content !== "string" && content.some((block) => block.type === "tool_result");
}

/** Returns whether a frame begins a turn. A local command without a model request has no turn to show. */
function isPrompt(frame: UserFrame): boolean {
  if (frame.isSynthetic || frame.isReplay || frame.isDuringTurn) return false;
  return readUserContent(frame.message.content).written.kind === "prompt";
}
