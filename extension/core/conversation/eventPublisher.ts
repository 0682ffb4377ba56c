import type { Clock } from "../../shared/base/clock.ts";
import { readBoolean, readNumber, readObject, readString } from "../../shared/base/read.ts";
import { mainThread } from "../../shared/contract/ids.ts";
import type { Hook } from "../protocol/requests/hookRegistry.ts";
import type { HookInput } from "../protocol/requests/hookSchemas.ts";
import type { ConversationEvent, ConversationEvents, ShellResponse, ToolInvoked } from "./events/conversationEvents.ts";
import type { TurnEnding } from "./events/turnEnding.ts";
import type { Participant, TurnEnd } from "./ports/participant.ts";
import type { StoreView } from "./reduce/reduction.ts";
import { getToolKind } from "./tools/describeCall.ts";

export interface EventPublisherOptions {
  readonly events: ConversationEvents;
  readonly store: StoreView;
  /** Returns the names of the tools that `claude` reported last. */
  readonly tools: () => readonly string[];
  readonly clock: Clock;
}

/** A call as one of its two sources reports it. */
type ReportedCall = Pick<ToolInvoked, "callId" | "tool" | "input" | "outcome" | "response" | "error" | "durationMs">;

/**
 * Publishes what happens in a conversation, from the hooks UserPromptSubmit, PostToolUse, PostToolUseFailure and Stop,
 * and from frames for what no hook reports: calls that were denied or never started, and the usage of a turn.
 */
export class EventPublisher implements Participant {
  readonly name = "events";
  readonly #options: EventPublisherOptions;
  /** Prompts whose turn has not reported its tools yet. */
  #pending: string[] = [];
  /** True from the first frame of a turn until its end. */
  #hasBegun = false;
  #prompt: string | undefined;
  #stopReason: string | undefined;
  /** Last words of the turn as Stop reported them; undefined while it has not run. */
  #lastWords: string | undefined;
  /** Calls that were published from one of their two sources, a hook and a frame, and not yet seen in the other one. */
  #once = new Set<string>();
  /** Such calls of the turn before. Earlier ones are forgotten: a denied call has no hook, and its id may be reused. */
  #onceBefore = new Set<string>();

  constructor(options: EventPublisherOptions) {
    this.#options = options;
  }

  readonly hooks: readonly Hook[] = [
    {
      event: "UserPromptSubmit",
      role: "observe",
      callback: (input) => this.#notePrompt(readString(input, "prompt") ?? ""),
    },
    ...(["PostToolUse", "PostToolUseFailure"] as const).map(
      (event): Hook => ({
        event,
        role: "observe",
        callback: (input, { toolUseId }) => this.#noteCall(input, toolUseId),
      }),
    ),
    {
      event: "Stop",
      role: "observe",
      callback: (input) => {
        this.#lastWords = readString(input, "last_assistant_message") ?? "";
        return {};
      },
    },
  ];

  /** The prompt of the running turn, or of the last one; undefined before the first. */
  get prompt(): string | undefined {
    return this.#prompt;
  }

  /** Reason why the last turn ended; undefined before the first end. */
  get stopReason(): string | undefined {
    return this.#stopReason;
  }

  /** Called when `claude` reported its tools at the beginning of a turn. */
  beginTurn(): void {
    this.#hasBegun = true;
    for (const text of this.#pending.splice(0))
      this.#publish({ kind: "promptRendered", text, tools: this.#options.tools() });
  }

  /** Called with calls that have their results. Publishes those that no hook reported. */
  endCalls(callIds: readonly string[]): void {
    const { store } = this.#options;
    for (const callId of callIds) {
      const record = store.record(callId);
      if (!record || !this.#isFirst(callId)) continue;
      const item = store.item(record.thread, callId);
      const state = item?.kind === "tool" ? item.state : "done";
      const outcome = state === "denied" || state === "failed" ? state : state === "stopped" ? "interrupted" : "done";
      const isDone = outcome === "done";
      this.#publishCall({
        callId,
        tool: record.tool,
        input: record.input,
        outcome,
        response: isDone ? record.result : undefined,
        error: isDone ? undefined : record.output,
        durationMs: undefined,
      });
    }
  }

  turnEnded({ ending }: TurnEnd): void {
    // A turn that ended before it reported its tools.
    this.beginTurn();
    const { item } = ending ?? {};
    this.#stopReason = getStopReason(ending, this.#lastWords !== undefined);
    this.#publish({
      kind: "turnEnded",
      outcome: item?.outcome ?? "interrupted",
      failure: item?.failure,
      output: ending?.output || this.#lastWords || "",
      structuredOutput: ending?.structuredOutput,
      usage: item?.usage,
      costUsd: item?.costUsd,
      durationMs: item?.durationMs,
      stopReason: this.#stopReason,
    });
    this.#hasBegun = false;
    this.#lastWords = undefined;
    this.#onceBefore = this.#once;
    this.#once = new Set();
  }

  #notePrompt(text: string): Record<string, never> {
    this.#prompt = text;
    this.#pending.push(text);
    if (this.#hasBegun) this.beginTurn();
    return {};
  }

  #noteCall(input: HookInput, toolUseId: string | undefined): Record<string, never> {
    const external = toolUseId ?? readString(input, "tool_use_id");
    if (external === undefined) return {};
    const callId = this.#options.store.ids.keyOf(external);
    if (!this.#isFirst(callId)) return {};
    const isDone = input.hook_event_name === "PostToolUse";
    this.#publishCall({
      callId,
      tool: readString(input, "tool_name") ?? "",
      input: readObject(input, "tool_input") ?? {},
      outcome: isDone ? "done" : readBoolean(input, "is_interrupt") ? "interrupted" : "failed",
      response: isDone ? input["tool_response"] : undefined,
      error: isDone ? undefined : (readString(input, "error") ?? ""),
      durationMs: readNumber(input, "duration_ms"),
    });
    return {};
  }

  /** Returns true the first time that a call is reported, by either source. */
  #isFirst(callId: string): boolean {
    if (this.#once.delete(callId) || this.#onceBefore.delete(callId)) return false;
    this.#once.add(callId);
    return true;
  }

  /** Adds what the row of the call knows. Without a duration the call ran since its row began, unless it was denied. */
  #publishCall({ callId, tool, input, outcome, response, error, durationMs }: ReportedCall): void {
    const { store, clock, events } = this.#options;
    const thread = store.record(callId)?.thread ?? mainThread;
    const item = store.item(thread, callId);
    const startedAt = item?.kind === "tool" && outcome !== "denied" ? item.startedAt : undefined;
    const at = clock.now();
    // Written out, because there is one for every call.
    events.publish({
      kind: "toolInvoked",
      at,
      sessionId: store.state.sessionId,
      callId,
      tool,
      input,
      agentCallId: thread === mainThread ? undefined : thread,
      outcome,
      response,
      shell: getToolKind(tool) === "command" ? readShell(response) : undefined,
      error,
      durationMs: durationMs ?? (startedAt === undefined ? undefined : at - startedAt),
      decision: item?.kind === "tool" ? item.decided : undefined,
    });
  }

  #publish(event: DistributiveOmit<ConversationEvent, "at" | "sessionId">): void {
    const { events, store, clock } = this.#options;
    events.publish({ ...event, at: clock.now(), sessionId: store.state.sessionId } as ConversationEvent);
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function readShell(response: unknown): ShellResponse | undefined {
  const stdout = readString(response, "stdout");
  if (stdout === undefined) return undefined;
  return {
    stdout,
    stderr: readString(response, "stderr") ?? "",
    interrupted: readBoolean(response, "interrupted") ?? false,
    isImage: readBoolean(response, "isImage") ?? false,
  };
}

function getStopReason(ending: TurnEnding | undefined, hasStopped: boolean): string {
  if (!ending) return "interrupted";
  if (ending.item.outcome === "stopped") return ending.stopReason ?? "interrupted";
  return ending.stopReason ?? (hasStopped || ending.item.outcome === "done" ? "end_turn" : "error");
}
