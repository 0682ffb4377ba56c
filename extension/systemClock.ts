import type { Clock } from "./base/clock.ts";
import { toDisposable } from "./base/disposable.ts";

/** A clock that uses the time and the timers of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return toDisposable(() => clearTimeout(timer));
  },
};
