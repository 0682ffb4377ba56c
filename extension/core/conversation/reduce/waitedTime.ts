import type { ConversationState, StatePatch } from "../../../shared/contract/conversationState.ts";

type Waits = Pick<ConversationState, "waitingSince" | "waitedMs">;

/**
 * Returns the change of the time for which the running turn waits for the user, where requests begin or cease to wait.
 * Times are in milliseconds.
 */
export function createWaitPatch(state: Waits, isWaiting: boolean, now: number): StatePatch {
  if (isWaiting === (state.waitingSince !== undefined)) return {};
  return isWaiting ? { waitingSince: now } : { waitingSince: null, waitedMs: getWaitedMs(state, now) };
}

/** Returns how long the running turn has waited for the user. */
export function getWaitedMs({ waitingSince, waitedMs = 0 }: Waits, now: number): number {
  return waitedMs + (waitingSince === undefined ? 0 : now - waitingSince);
}

/**
 * Returns the change with which a turn ends: the next one has not waited yet, but for a request that waits on beside
 * the turns.
 */
export function createWaitEndPatch({ waitingSince }: Waits, now: number): StatePatch {
  return { waitedMs: null, ...(waitingSince === undefined ? {} : { waitingSince: now }) };
}
