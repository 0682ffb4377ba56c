import { createRandom, fuzzRuns } from "../../../fuzz/runs.ts";

/**
 * Number of steps of an action at which a test kills a process: each takes some seconds of other processes on a busy
 * machine.
 */
const quickSteps = 2;

const random = createRandom();

/**
 * Returns the steps at which to kill an action of so many steps: all under `npm run fuzz`, else one in each of a few
 * equal parts.
 */
export function pickKillSteps(steps: number): readonly number[] {
  if (fuzzRuns(1) > 1 || steps <= quickSteps) return Array.from({ length: steps }, (_, index) => index + 1);
  const part = steps / quickSteps;
  return Array.from({ length: quickSteps }, (_, index) => 1 + Math.floor((index + random()) * part));
}
