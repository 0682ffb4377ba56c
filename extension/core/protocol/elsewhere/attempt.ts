/**
 * Runs a step of foreign code. An error of it changes nothing: the end of a process or connection is known by an event
 * or by a time limit.
 */
export function attempt(step: () => unknown): void {
  try {
    step();
  } catch {
    // See above.
  }
}
