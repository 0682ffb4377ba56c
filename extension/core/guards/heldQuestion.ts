import type { Clock } from "../../shared/base/clock.ts";
import type { GuardCause } from "../../shared/contract/requests/guards.ts";
import type { Decision } from "../../shared/contract/requests/requests.ts";
import type { CallHolder, HookedCall } from "../conversation/ports/participant.ts";

export interface HeldQuestionOptions {
  readonly held: () => Pick<CallHolder, "hold">;
  readonly clock: Clock;
  /**
   * Time in ms after which the question is withdrawn. Shorter than the time limit of the hook, so that the hook can
   * deny with the reason.
   */
  readonly maxWaitMs: number;
}

interface OpenQuestion {
  /** Resolves with false if the question was withdrawn. */
  readonly answered: Promise<boolean>;
  readonly controller: AbortController;
  /** Number of calls that wait for the answer. */
  waiting: number;
}

/**
 * One question at a time about calls that wait for the same answer. It is shown for the first of them. It is withdrawn
 * if the user does not answer in time, or if all of the calls were cancelled.
 */
export class HeldQuestion {
  readonly #options: HeldQuestionOptions;
  #open: OpenQuestion | undefined;

  constructor(options: HeldQuestionOptions) {
    this.#options = options;
  }

  /**
   * Waits until the open question is answered, or asks. `onAnswer` gets the decision of the call that asked; undefined
   * after the time limit. Resolves after it; the caller then checks again whether its call may run. Resolves with false
   * if the question was withdrawn: the call must not run.
   */
  async wait(
    call: HookedCall,
    cause: GuardCause,
    signal: AbortSignal,
    onAnswer: (decision: Decision | undefined) => void,
  ): Promise<boolean> {
    // The call may have been cancelled before it got here.
    if (signal.aborted) return false;
    this.#open ??= this.#ask(call, cause, onAnswer);
    const open = this.#open;
    open.waiting++;
    const leave = (): void => {
      if (--open.waiting === 0) open.controller.abort();
    };
    signal.addEventListener("abort", leave, { once: true });
    const left = new Promise<false>((resolve) =>
      signal.addEventListener("abort", () => resolve(false), { once: true }),
    );
    const isAnswered = await Promise.race([open.answered, left]);
    signal.removeEventListener("abort", leave);
    return isAnswered;
  }

  #ask(call: HookedCall, cause: GuardCause, onAnswer: (decision: Decision | undefined) => void): OpenQuestion {
    const { held, clock, maxWaitMs } = this.#options;
    const controller = new AbortController();
    let isLate = false;
    const timer = clock.after(maxWaitMs, () => {
      isLate = true;
      controller.abort();
    });
    const answered = held()
      .hold(call, cause, controller.signal)
      .then(
        (decision) => {
          onAnswer(decision);
          return true;
        },
        () => {
          if (isLate) onAnswer(undefined);
          return isLate;
        },
      )
      .finally(() => {
        timer.dispose();
        this.#open = undefined;
      });
    return { answered, controller, waiting: 0 };
  }
}
