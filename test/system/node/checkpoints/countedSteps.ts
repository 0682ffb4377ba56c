import fs from "node:fs";

/** Methods of an object whose calls are steps. */
export type CountedMethods = readonly [owner: object, names: readonly string[]];

/**
 * Carries out an action in a process of its own, which ends itself by SIGKILL before the step `at` (0: none). Prints
 * the number of steps and the outcome, and ends the process.
 */
export function runCounted(at: number, counted: readonly CountedMethods[], action: () => Promise<unknown>): void {
  let steps = 0;
  for (const [owner, names] of counted) {
    const methods = owner as Record<string, (...args: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name] as (...args: unknown[]) => unknown;
      methods[name] = function (this: unknown, ...args: unknown[]) {
        if (++steps === at) process.kill(process.pid, "SIGKILL");
        return method.apply(this, args);
      };
    }
  }
  const end = (outcome: unknown, code: number): never => {
    fs.writeSync(1, `${JSON.stringify({ steps, outcome })}\n`);
    process.exit(code);
  };
  action().then(
    (outcome) => end(outcome ?? null, 0),
    (error: unknown) => end({ kind: "failed", message: String(error) }, 1),
  );
}
