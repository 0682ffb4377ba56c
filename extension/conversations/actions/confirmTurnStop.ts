import type { Conversation } from "../../session/conversation.ts";
import { listEndedByStop } from "../../session/endedByStop.ts";

/** What a user is asked before a turn is stopped. */
export interface StopQuestions {
  /** Resolves to whether a turn is to be stopped although that may end these tasks too. */
  confirmEnding(tasks: readonly string[]): Promise<boolean>;
}

/** Whether the running turn may be stopped: asks where that may end more. False as well when another turn runs by the time of the answer. */
export async function confirmTurnStop(conversation: Pick<Conversation, "state">, dialogs: StopQuestions): Promise<boolean> {
  const { turnStartedAt } = conversation.state;
  const tasks = listEndedByStop(conversation.state);
  if (tasks.length === 0) return true;
  return (await dialogs.confirmEnding(tasks)) && conversation.state.turnStartedAt === turnStartedAt;
}
