import { getErrorMessage } from "./failure.ts";
import type { Logger } from "./logger.ts";

/** Lets work run without a caller that waits for it. Logs its failure, prefixed with `what`. */
export function background(work: PromiseLike<unknown>, logger: Pick<Logger, "warn">, what: string): void {
  void orLogged(work, logger, what);
}

/** Resolves with the result of work; logs a failure, prefixed with `what`, and resolves with undefined. */
export async function orLogged<T>(
  work: PromiseLike<T>,
  logger: Pick<Logger, "warn">,
  what: string,
): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    logger.warn(`${what}: ${getErrorMessage(error)}`);
    return undefined;
  }
}
