import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";

const tickMs = 1_000;
/** How many ticks a page has to say that it is there. */
const maxTicks = 20;

export interface PageStartOptions {
  readonly clock: Clock;
  readonly isVisible: () => boolean;
  readonly isReady: () => boolean;
  /** It could not start, as far as anybody can tell; or it did after all. */
  readonly onDidChange: (isLate: boolean) => void;
}

/**
 * Watches whether the page of a webview starts, while it is looked at. What counts is time in which it was on the screen and this process
 * had time for it: a tick that comes late, as on a busy machine or after a sleep, does not count.
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

  /** The page comes, or may be seen again. */
  follow(): void {
    const { isVisible, isReady } = this.#options;
    if (isReady()) this.#end(false);
    else if (!isVisible()) this.#end(this.#isLate);
    else if (!this.#timer && !this.#isLate) this.#wait();
  }

  /** The page said that it cannot start. */
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
