import type { DeniedCall, TurnItem } from "../contract/items.ts";
import type { TurnEnded } from "../session/events/conversationEvents.ts";
import type { TurnResult, Usage } from "./tandem.d.ts";

/** Returns the result of a turn that is done; `text` is its last reply, and `output` the answer by a schema. */
export function toTurnResult(
  ended: TurnEnded,
  turn: TurnItem | undefined,
  { text, output, folder }: Pick<TurnResult<unknown>, "text" | "output" | "folder">,
): TurnResult<unknown> {
  const denials = (turn?.denials ?? []).map(({ id, tool, subject }: DeniedCall) => ({ id, tool, subject }));
  return { text, output, sessionId: ended.sessionId ?? "", folder, usage: toUsage(ended), denials };
}

function toUsage({ usage, costUsd, durationMs }: TurnEnded): Usage {
  return {
    models: (usage?.models ?? []).map(({ model, input, output, cacheRead, cacheWrite }) => ({ model, input, output, cacheRead, cacheWrite })),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(usage?.steps === undefined ? {} : { steps: usage.steps }),
  };
}
