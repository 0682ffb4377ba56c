import { getErrorMessage } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import type { Participant } from "./participant.ts";

/** Tells the participants of a conversation of the calls that wait for the user. */
export class CallWaits {
  readonly #participants: () => readonly Participant[];
  readonly #logger: Pick<Logger, "error">;

  constructor(participants: () => readonly Participant[], logger: Pick<Logger, "error">) {
    this.#participants = participants;
    this.#logger = logger;
  }

  /** Waits for an answer about a call. Where it allows the call, all participants are told before this resolves. A failure of one is logged. */
  async during<T>(callId: string, signal: AbortSignal, ask: () => Promise<T>, isAllowed: (answer: T) => boolean): Promise<T> {
    for (const participant of this.#participants()) this.#run(participant, () => participant.callWaits?.(callId));
    const answer = await ask();
    if (isAllowed(answer)) await Promise.all(this.#participants().map((each) => this.#run(each, () => each.callAllowed?.(callId, signal))));
    return answer;
  }

  async #run({ name }: Participant, work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#logger.error(`${name} failed around a request: ${getErrorMessage(error)}`);
    }
  }
}
