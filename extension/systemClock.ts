import type { Clock } from "./shared/base/clock.ts";
import { toDisposable } from "./shared/base/disposable.ts";
import type { DelayClock } from "./shared/contract/requests/decisionDelay.ts";

/** A clock that uses the time and the timers of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return toDisposable(() => clearTimeout(timer));
  },
};

/** A clock for the time for which something is visible: a correction of the time of the machine does not move it. */
export const delayClock: DelayClock = { now: () => performance.now(), after: systemClock.after };
