import type { Conversation } from "../../conversation/conversation.ts";
import { listEndedByStop } from "../../conversation/endedByStop.ts";

/** Question before a turn is stopped. */
export interface StopQuestions {
  /** Resolves to true when the turn is to be stopped although that can end these tasks too. */
  confirmEnding(tasks: readonly string[]): Promise<boolean>;
}

/**
 * Checks whether the running turn may be stopped; asks the user where that ends tasks too. Resolves to false also when
 * another turn runs by the time of the answer.
 */
export async function confirmTurnStop(
  conversation: Pick<Conversation, "state">,
  dialogs: StopQuestions,
): Promise<boolean> {
  const { turnStartedAt } = conversation.state;
  const tasks = listEndedByStop(conversation.state);
  if (tasks.length === 0) return true;
  return (await dialogs.confirmEnding(tasks)) && conversation.state.turnStartedAt === turnStartedAt;
}
