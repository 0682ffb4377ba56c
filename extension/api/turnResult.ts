import type { DeniedCall, TurnItem } from "../contract/items.ts";
import type { TurnEnded } from "../session/events/conversationEvents.ts";
import type { TurnResult, Usage } from "./tandem.d.ts";

/** Returns the result of a turn that is done; `reply` is its last reply, and `output` the answer by a schema. */
export function toTurnResult(ended: TurnEnded, turn: TurnItem | undefined, reply: string, output: unknown): TurnResult<unknown> {
  const denials = (turn?.denials ?? []).map(({ id, tool, subject }: DeniedCall) => ({ id, tool, subject }));
  return { text: reply, output, sessionId: ended.sessionId ?? "", usage: toUsage(ended), denials };
}

function toUsage({ usage, costUsd, durationMs }: TurnEnded): Usage {
  return {
    models: (usage?.models ?? []).map(({ model, input, output, cacheRead, cacheWrite }) => ({ model, input, output, cacheRead, cacheWrite })),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(usage?.steps === undefined ? {} : { steps: usage.steps }),
  };
}
