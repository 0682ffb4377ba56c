import type { ConversationState } from "../contract/conversationState.ts";
import { hasSince } from "../protocol/version.ts";

/**
 * What a stop of the turn may end beside it, by name. It ends nothing in the background in 2.1.50, and not in 2.1.329, which was told
 * that each task can be stopped (both tried by hand); of a version between the two nobody knows.
 */
export function listEndedByStop({ background, cliVersion, status }: ConversationState): readonly string[] {
  if (status !== "working" || hasSince(cliVersion, "c") !== "maybe") return [];
  return background.filter(({ kind }) => kind !== "schedule").map(({ text }) => text);
}
