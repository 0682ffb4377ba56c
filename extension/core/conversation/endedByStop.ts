import type { ConversationState } from "../../shared/contract/conversationState.ts";
import { hasSince } from "../protocol/version.ts";

/**
 * Returns the names of background tasks that an interrupt of the turn may end. 2.1.50 ends none; 2.1.329 ends none
 * either, because `initialize` declares that each task can be stopped (`perTaskStopAffordance`; both tried by hand).
 * The behavior of versions between the two is unknown.
 */
export function listEndedByStop({ background, cliVersion, status }: ConversationState): readonly string[] {
  if (status !== "working" || hasSince(cliVersion, "c") !== "maybe") return [];
  return background.filter(({ kind }) => kind !== "schedule").map(({ text }) => text);
}
