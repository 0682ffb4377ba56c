/** Codes with which Windows refuses to read, replace or delete a file that another program has open. */
const heldCodes: ReadonlySet<unknown> = new Set(["EPERM", "EBUSY", "EACCES"]);

/** Attempts at a step on a file that another program has open, and the pause in ms between two of them. */
export interface HeldRetries {
  readonly attempts: number;
  readonly pauseMs: number;
}

/**
 * Returns the attempts for a system. Only Windows refuses a step for a while: elsewhere these codes stay until the user
 * changes something.
 */
export function getHeldRetries(platform: NodeJS.Platform): HeldRetries {
  return { attempts: platform === "win32" ? 20 : 1, pauseMs: 100 };
}

/** Carries out a step, again and again while another program has the file open. Rejects with the last error. */
export async function retryHeld<T>(step: () => T | Promise<T>, { attempts, pauseMs }: HeldRetries): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (attempt >= attempts || !heldCodes.has((error as NodeJS.ErrnoException).code)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
