import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/disposable.ts";

const tickMs = 1_000;
/** Number of ticks after which a page that does not start is late. */
const startTicks = 5;
/** The same for one that takes no message, or does not answer. */
const answerTicks = 3;

export interface PageStartOptions {
  readonly clock: Clock;
  readonly isVisible: () => boolean;
  readonly isReady: () => boolean;
  /** Returns whether the page takes no message, or owes an answer. */
  readonly isMissing: () => boolean;
  /** Called with true if the page could not start as far as is known, and with false if it started after all. */
  readonly onDidChange: (isLate: boolean) => void;
}

/**
 * Watches whether the page of a webview starts, and takes messages, while it is visible. Only time in which the page
 * was visible and this process was responsive counts: a late tick, as on a busy machine or after a sleep, is ignored.
 */
export class PageStart implements Disposable {
  readonly #options: PageStartOptions;
  #timer: Disposable | undefined;
  #ticks = 0;
  #isLate = false;

  constructor(options: PageStartOptions) {
    this.#options = options;
  }

  get isLate(): boolean {
    return this.#isLate;
  }

  /** Updates the watch after the page started or the visibility changed. */
  follow(): void {
    const { isVisible, isReady } = this.#options;
    if (isReady()) this.#end(false);
    else if (!isVisible()) this.#end(this.#isLate);
    else if (!this.#timer && !this.#isLate) this.#wait();
  }

  /** Marks the page as late, because it reported that it cannot start. */
  fail(): void {
    this.#end(true);
  }

  dispose(): void {
    this.#end(false);
  }

  #wait(): void {
    const { clock } = this.#options;
    const dueAt = clock.now() + tickMs;
    this.#timer = clock.after(tickMs, () => {
      this.#timer = undefined;
      if (clock.now() - dueAt < tickMs) this.#ticks++;
      const maxTicks = this.#options.isMissing() ? answerTicks : startTicks;
      if (this.#ticks >= maxTicks && this.#options.isVisible() && !this.#options.isReady()) this.#end(true);
      else this.follow();
    });
  }

  #end(isLate: boolean): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#ticks = 0;
    if (this.#isLate === isLate) return;
    this.#isLate = isLate;
    this.#options.onDidChange(isLate);
  }
}
