import type { ProcessStart } from "../ports.ts";

/** A saved conversation that another one begins as a copy of. */
export interface ForkSource {
  readonly sessionId: string;
  /** The prompt that the copy ends before; undefined for all of it. */
  readonly before?: string | undefined;
}

/**
 * What a conversation goes on with at its next start, as long as the CLI's transcript does not show it: that it is a copy of
 * another, until its first turn ended, and where it was cut, until a turn began.
 */
export class ResumePoint {
  #forkedFrom: ForkSource | undefined;
  #truncatedBefore: string | undefined;
  #resumed: string | undefined;

  constructor({ forkedFrom, cutBefore }: { readonly forkedFrom?: ForkSource | undefined; readonly cutBefore?: string | undefined }) {
    this.#forkedFrom = forkedFrom;
    this.#truncatedBefore = cutBefore;
  }

  /** What must outlive the extension host. */
  get remembered(): { readonly forkedFrom: ForkSource | undefined; readonly cutBefore: string | undefined } {
    return { forkedFrom: this.#forkedFrom, cutBefore: this.#truncatedBefore };
  }

  /** A process was started to go on with this session; undefined when it is to have one of its own. */
  begin(resumed: string | undefined): void {
    this.#resumed = resumed;
  }

  /** A turn began in a session: the transcript tells the rest. Returns whether that is a copy of the one to go on with, which nobody asked for. */
  settle(sessionId: string | undefined): boolean {
    const isCopy = this.#resumed !== undefined && this.#resumed !== sessionId;
    this.#resumed = undefined;
    this.#truncatedBefore = undefined;
    return isCopy;
  }

  /** A turn ended: a copy has a transcript of its own now (2.1.329 writes the first turn when it ends). Returns whether it just got it. */
  endTurn(): boolean {
    const wasCopy = this.#forkedFrom !== undefined;
    this.#forkedFrom = undefined;
    return wasCopy;
  }

  /** It goes on from before a prompt. */
  truncate(promptId: string): void {
    this.#truncatedBefore = promptId;
  }

  /** What a start goes on with. `sessionId` is that of the conversation's own transcript, if it has one. */
  startOf(sessionId: string | undefined, forkBefore = this.#truncatedBefore): Pick<ProcessStart, "resume" | "fork"> {
    const before = forkBefore ?? this.#forkedFrom?.before;
    const isFork = this.#forkedFrom !== undefined || forkBefore !== undefined;
    return { resume: this.#forkedFrom?.sessionId ?? sessionId, ...(isFork ? { fork: { before } } : {}) };
  }
}
