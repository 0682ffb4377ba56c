import type { Clock } from "../../extension/shared/base/clock.ts";
import { toDisposable } from "../../extension/shared/base/disposable.ts";

/** A clock that only `advance` moves. */
export class FakeClock implements Clock {
  #now = 1_000_000;
  readonly #timers = new Map<object, { at: number; action: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, action: () => void) {
    const key = {};
    this.#timers.set(key, { at: this.#now + ms, action });
    return toDisposable(() => this.#timers.delete(key));
  }

  /** Runs everything that is due within the next `ms` milliseconds, in order of time. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = due[1].at;
      due[1].action();
    }
    this.#now = end;
  }

  get pending(): number {
    return this.#timers.size;
  }
}
