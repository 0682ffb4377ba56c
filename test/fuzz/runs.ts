const times = process.env["TANDEM_FUZZ"];

/**
 * True under `npm run fuzz`, where each run has other cases. In the tests they are the same each time, so that a
 * failure belongs to a change.
 */
export const isFuzzing = times !== undefined;

/** Returns how many cases a property tries: a few in the tests, many under `npm run fuzz`. */
export function fuzzRuns(few: number): number {
  return few * Number(times ?? 1);
}

/** Returns a source of numbers from 0 to less than 1. */
export function createRandom(): () => number {
  if (isFuzzing) return Math.random;
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
