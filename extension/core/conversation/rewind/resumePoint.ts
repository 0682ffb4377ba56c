import type { ProcessStart } from "../ports/ports.ts";

/** The saved conversation that another one is a copy of. */
export interface ForkSource {
  readonly sessionId: string;
  /** The prompt before which the copy ends; undefined for the whole conversation. */
  readonly before?: string | undefined;
  /** The last entry of the copy, if that is not named by a prompt. */
  readonly through?: string | undefined;
}

/**
 * Tracks the point from which a conversation continues at its next start, as long as the transcript of `claude` does
 * not show it: the source of a copy, until its first turn ended, and the place of a truncation, until a turn began.
 */
export class ResumePoint {
  #forkedFrom: ForkSource | undefined;
  #cutBefore: string | undefined;
  #resumed: string | undefined;

  constructor({
    forkedFrom,
    cutBefore,
  }: { readonly forkedFrom?: ForkSource | undefined; readonly cutBefore?: string | undefined }) {
    this.#forkedFrom = forkedFrom;
    this.#cutBefore = cutBefore;
  }

  /** The source that the next process copies; undefined once the copy has a transcript of its own. */
  get copyOf(): ForkSource | undefined {
    return this.#forkedFrom;
  }

  /** State that must outlive the extension host. */
  get remembered(): { readonly forkedFrom: ForkSource | undefined; readonly cutBefore: string | undefined } {
    return { forkedFrom: this.#forkedFrom, cutBefore: this.#cutBefore };
  }

  /** Notes the start of a process that resumes this session; undefined if it gets a new session. */
  begin(resumed: string | undefined): void {
    this.#resumed = resumed;
  }

  /**
   * Notes that a turn began in a session: from now on the transcript is right. Returns whether the session is an
   * unrequested copy of the resumed one.
   */
  settle(sessionId: string | undefined): boolean {
    const isCopy = this.#resumed !== undefined && this.#resumed !== sessionId;
    this.#resumed = undefined;
    this.#cutBefore = undefined;
    return isCopy;
  }

  /**
   * Notes the end of a turn: a copy has a transcript of its own now (2.1.329 writes the first turn when it ends).
   * Returns whether it just got it.
   */
  endTurn(): boolean {
    const wasCopy = this.#forkedFrom !== undefined;
    this.#forkedFrom = undefined;
    return wasCopy;
  }

  /** Continues from before a prompt at the next start. */
  truncate(promptId: string): void {
    this.#cutBefore = promptId;
  }

  /** Continues from another place at the next start. */
  moveTo({
    forkedFrom,
    cutBefore,
  }: {
    readonly forkedFrom: ForkSource | undefined;
    readonly cutBefore: string | undefined;
  }): void {
    this.#forkedFrom = forkedFrom;
    this.#cutBefore = cutBefore;
    this.#resumed = undefined;
  }

  /** Returns the resume options of a start. `sessionId` is that of the conversation's own transcript, if it has one. */
  startOf(sessionId: string | undefined, cutBefore = this.#cutBefore): Pick<ProcessStart, "resume" | "fork"> {
    const isFork = this.#forkedFrom !== undefined || cutBefore !== undefined;
    const fork =
      cutBefore === undefined
        ? { before: this.#forkedFrom?.before, through: this.#forkedFrom?.through }
        : { before: cutBefore };
    return { resume: this.#forkedFrom?.sessionId ?? sessionId, ...(isFork ? { fork } : {}) };
  }
}
