import type { TurnItem } from "../contract/items.ts";
import type { TurnResult, Usage } from "./tandem.d.ts";

/** Returns the result of a turn; `reply` is its last reply. */
export function toTurnResult(turn: TurnItem, reply: string, sessionId: string): TurnResult {
  const denials = (turn.denials ?? []).map(({ id, tool, subject }) => ({ id, tool, subject }));
  return { text: reply, sessionId, usage: toUsage(turn), denials };
}

function toUsage({ usage, costUsd, durationMs }: TurnItem): Usage {
  return {
    models: (usage?.models ?? []).map(({ model, input, output, cacheRead, cacheWrite }) => ({ model, input, output, cacheRead, cacheWrite })),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(usage?.steps === undefined ? {} : { steps: usage.steps }),
  };
}
