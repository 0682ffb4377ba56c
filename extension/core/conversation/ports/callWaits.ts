import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";

/** Calls that wait, for a participant. */
export interface WaitListener {
  /** Name in the log. */
  readonly name: string;
  /**
   * Called when a call of a tool begins to wait for the user, as `claude` or a guard asks. It does not run until
   * `callAllowed`.
   */
  callWaits?(callId: string): void;
  /** Called when the user allowed a call that waited. It runs once this is resolved. */
  callAllowed?(callId: string, signal: AbortSignal): Promise<void>;
}

/** Tells the participants of a conversation of the calls that wait for the user. */
export class CallWaits {
  readonly #participants: () => readonly WaitListener[];
  readonly #logger: Pick<Logger, "error">;

  constructor(participants: () => readonly WaitListener[], logger: Pick<Logger, "error">) {
    this.#participants = participants;
    this.#logger = logger;
  }

  /**
   * Waits for an answer about a call. Where it allows the call, all participants are told before this resolves. A
   * failure of one is logged.
   */
  async during<T>(
    callId: string,
    signal: AbortSignal,
    ask: () => Promise<T>,
    isAllowed: (answer: T) => boolean,
  ): Promise<T> {
    for (const each of this.#participants()) {
      try {
        each.callWaits?.(callId);
      } catch (error) {
        this.#log(each, error);
      }
    }
    const answer = await ask();
    if (!isAllowed(answer)) return answer;
    const working = this.#participants().flatMap((each) => {
      const work = each.callAllowed?.(callId, signal);
      return work ? work.catch((error: unknown) => this.#log(each, error)) : [];
    });
    // Without them the answer goes in the order of the user's.
    if (working.length > 0) await Promise.all(working);
    return answer;
  }

  #log({ name }: WaitListener, error: unknown): void {
    this.#logger.error(`${name} failed around a request: ${getErrorMessage(error)}`);
  }
}
