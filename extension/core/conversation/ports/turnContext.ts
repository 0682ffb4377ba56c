import type { ConversationState } from "../../../shared/contract/conversationState.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";

/** A limit on what a turn or a conversation may use, and what it has used so far. */
export interface Budget {
  readonly scope: "turn" | "conversation";
  /** "tokens": new tokens (input without cache reads, plus output); "usd": US dollars. */
  readonly unit: "tokens" | "usd";
  readonly used: number;
  readonly max: number;
}

/** Limits of the running turn. */
export interface TurnLimits {
  /**
   * Time at which the turn passes its deadline if nothing waits for the user until then, in milliseconds since the
   * epoch; undefined without one.
   */
  readonly deadline?: number | undefined;
  readonly budgets?: readonly Budget[];
}

/** Context that all hooks and tool handlers of a conversation share, as it is at the time of the call. */
export interface TurnContext {
  readonly conversation: ConversationId;
  /** Session id of `claude`; undefined before it reported one. */
  readonly sessionId: string | undefined;
  /** Title of the conversation, and the text of the prompt that the turn works on. */
  readonly names: { readonly title: string; readonly prompt: string | undefined };
  readonly deadline: number | undefined;
  readonly budgets: readonly Budget[];
  /** Reason why the last turn ended, as in `turnEnded`; undefined before the first end. */
  readonly stopReason: string | undefined;
}

/** Returns the context of the running turn. The earliest deadline counts, and all budgets do. */
export function createTurnContext(
  conversation: ConversationId,
  { sessionId, title }: ConversationState,
  { prompt, stopReason }: { readonly prompt: string | undefined; readonly stopReason: string | undefined },
  limits: readonly TurnLimits[],
): TurnContext {
  const deadlines = limits.flatMap(({ deadline }) => (deadline === undefined ? [] : [deadline]));
  return {
    conversation,
    sessionId,
    names: { title, prompt },
    deadline: deadlines.length === 0 ? undefined : Math.min(...deadlines),
    budgets: limits.flatMap(({ budgets = [] }) => budgets),
    stopReason,
  };
}
