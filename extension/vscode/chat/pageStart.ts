import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/disposable.ts";

const tickMs = 1_000;
/** Number of ticks after which a page that does not start is late. */
const startTicks = 5;
/** Number of ticks in a row without a sign of the page after which the window is asked whether it answers. */
const missingTicks = 2;
/**
 * Time in milliseconds that a page has to answer after the window did: over a connection that was cut, all messages
 * arrive at once.
 */
const afterWindowMs = 750;

export interface PageStartOptions {
  readonly clock: Clock;
  readonly isVisible: () => boolean;
  readonly isReady: () => boolean;
  /** Returns whether the page takes no message, or owes an answer. */
  readonly isMissing: () => boolean;
  /** Resolves as soon as the window answers, which it does later than usual while its connection is cut. */
  readonly reachWindow: () => PromiseLike<unknown>;
  /**
   * Called with true if the page could not start as far as is known, and with false if it started after all. `isGone`:
   * it neither takes messages nor answers although the window does, so that it can show nothing itself.
   */
  readonly onDidChange: (isLate: boolean, isGone: boolean) => void;
}

/**
 * Watches whether the page of a webview starts, and is there, while it is visible. Only time in which the page was
 * visible and this process was responsive counts: a late tick, as on a busy machine or after a sleep, is ignored.
 */
export class PageStart implements Disposable {
  readonly #options: PageStartOptions;
  #timer: Disposable | undefined;
  #ticks = 0;
  /** Number of the last ticks at which the page was missing, without a sign of it between them. */
  #missed = 0;
  /** Identifies the question to the window while its answer is awaited. */
  #reaching: object | undefined;
  #isLate = false;

  constructor(options: PageStartOptions) {
    this.#options = options;
  }

  get isLate(): boolean {
    return this.#isLate;
  }

  /** Updates the watch after the page started, gave a sign, or its visibility changed. */
  follow(): void {
    const { isVisible, isReady, isMissing } = this.#options;
    if (!isMissing()) {
      this.#missed = 0;
      this.#reaching = undefined;
    }
    if (isReady()) this.#end(false);
    else if (!isVisible()) this.#end(this.#isLate);
    else if (!this.#timer && !this.#reaching && !this.#isLate) this.#wait();
  }

  /** Marks the page as late, because it reported that it cannot start. */
  fail(): void {
    this.#end(true);
  }

  dispose(): void {
    this.#end(false);
  }

  #wait(): void {
    this.#after(tickMs, (isInTime) => {
      const { isVisible, isReady, isMissing } = this.#options;
      if (isInTime) this.#ticks++;
      if (isInTime && isMissing()) this.#missed++;
      if (!isVisible() || isReady()) this.follow();
      else if (this.#missed >= missingTicks) this.#askWindow();
      else if (this.#ticks >= startTicks && !isMissing()) this.#end(true);
      else this.follow();
    });
  }

  /** Marks the page as gone if it still says nothing although the window does. */
  #askWindow(): void {
    const reaching = {};
    this.#reaching = reaching;
    const reached = (): void => {
      if (this.#reaching !== reaching) return;
      this.#after(afterWindowMs, (isInTime) => {
        const isStillMissing = this.#reaching === reaching;
        this.#reaching = undefined;
        if (isStillMissing && isInTime && this.#options.isVisible()) this.#end(true, true);
        else this.follow();
      });
    };
    this.#options.reachWindow().then(reached, reached);
  }

  /** Calls `action` with whether it is about as late as it should be. */
  #after(ms: number, action: (isInTime: boolean) => void): void {
    const { clock } = this.#options;
    const dueAt = clock.now() + ms;
    this.#timer = clock.after(ms, () => {
      this.#timer = undefined;
      action(clock.now() - dueAt < tickMs);
    });
  }

  #end(isLate: boolean, isGone = false): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#reaching = undefined;
    this.#ticks = 0;
    this.#missed = 0;
    if (this.#isLate === isLate) return;
    this.#isLate = isLate;
    this.#options.onDidChange(isLate, isGone);
  }
}
