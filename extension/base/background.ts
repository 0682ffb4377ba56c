import { getErrorMessage } from "./failure.ts";
import type { Logger } from "./logger.ts";

/** Lets work go on that nobody waits for. Its failure is logged with `what` it was. */
export function background(work: PromiseLike<unknown>, logger: Pick<Logger, "warn">, what: string): void {
  void orLogged(work, logger, what);
}

/** Resolves to undefined where work fails, and logs the failure with `what` it was. */
export async function orLogged<T>(work: PromiseLike<T>, logger: Pick<Logger, "warn">, what: string): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    logger.warn(`${what}: ${getErrorMessage(error)}`);
    return undefined;
  }
}
