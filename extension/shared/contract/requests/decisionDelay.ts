/** Time in milliseconds for which something must be visible at its place before the user can decide it. */
export const decisionDelayMs = 500;

/** The time and the timers of one side, in milliseconds. Presses are measured on the same clock. */
export interface DelayClock {
  now(): number;
  after(ms: number, action: () => void): { dispose(): void };
}

/**
 * Returns whether a press decides something that is visible since `shownAt`: nothing that appeared, moved or changed
 * less than half a second before can be decided, because the press may be meant for what was there before.
 */
export function isDeliberate(shownAt: number, pressedAt: number): boolean {
  return pressedAt - shownAt >= decisionDelayMs;
}

/** Measures for one card, list or row how long it is visible. Nothing is deliberate before the first `start`. */
export class DecisionDelay {
  readonly #clock: DelayClock;
  readonly #onOver: () => void;
  #shownAt = Number.POSITIVE_INFINITY;
  #timer: { dispose(): void } | undefined;
  #isOver = false;

  /** Calls `onOver` when the delay is over, once for each `start` that no other `start` or `stop` follows before. */
  constructor(clock: DelayClock, onOver: () => void) {
    this.#clock = clock;
    this.#onOver = onOver;
  }

  /** Begins the delay, because the content is visible from now on. */
  start(): void {
    this.stop();
    this.#shownAt = this.#clock.now();
    this.#timer = this.#clock.after(decisionDelayMs, () => {
      this.#isOver = true;
      this.#onOver();
    });
  }

  /** Refuses every press until the next `start`, because the content is hidden or changes. */
  stop(): void {
    this.#timer?.dispose();
    this.#shownAt = Number.POSITIVE_INFINITY;
    this.#isOver = false;
  }

  /** True from the end of the delay to the next `start` or `stop`. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Returns whether a press at a time of the clock is deliberate. */
  isDeliberate(pressedAt: number): boolean {
    return isDeliberate(this.#shownAt, pressedAt);
  }
}
