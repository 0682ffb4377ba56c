import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Problem } from "../../../shared/contract/problem.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { PendingRewind } from "../../conversation/rewind/rewindMemory.ts";
import type { Rewind } from "./rewind.ts";
import type { RecoveredRewind } from "./rewindRecovery.ts";

export interface InterruptedRewindRecoveryOptions {
  readonly conversation: Conversation;
  readonly rewind: Pick<Rewind, "recover" | "giveUp">;
  /** Sets the problem that prevents a process. */
  readonly block: (problem: Problem) => void;
}

/**
 * The rewind of a conversation that the end of the extension host interrupted, from its recovery until the outcome is
 * shown.
 */
export class InterruptedRewindRecovery {
  readonly #options: InterruptedRewindRecoveryOptions;
  #recovered: RecoveredRewind | undefined;
  /** True once it could not be recovered; the next time it is given up. */
  #isRepeated = false;

  constructor(options: InterruptedRewindRecoveryOptions) {
    this.#options = options;
  }

  /**
   * Finishes the rewind, or returns its files. Call before the past is read. Resolves to false if that failed and the
   * user can retry.
   */
  async recover(): Promise<boolean> {
    const { rewind, block } = this.#options;
    try {
      this.#recovered ??= await rewind.recover();
    } catch (error) {
      const reason = getErrorMessage(error);
      if (!this.#isRepeated) {
        this.#isRepeated = true;
        block({ code: "rewindInterrupted", detail: reason });
        return false;
      }
      this.#recovered = await rewind.giveUp(reason);
    }
    return true;
  }

  /** Shows the outcome. Call once the past is shown. Returns the rewind if it was finished. */
  show(): PendingRewind | undefined {
    const { conversation } = this.#options;
    const recovered = this.#recovered;
    this.#recovered = undefined;
    if (!recovered) return undefined;
    conversation.notice("warning", recovered.notice);
    if (recovered.finished) conversation.rewinds.showRecovered(recovered.finished);
    return recovered.finished;
  }
}
