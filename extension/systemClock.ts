import type { Clock } from "./base/clock.ts";
import { toDisposable } from "./base/disposable.ts";

/** The machine's time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return toDisposable(() => clearTimeout(timer));
  },
};
