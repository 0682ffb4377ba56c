import type { Clock } from "../../extension/shared/base/clock.ts";
import { toDisposable } from "../../extension/shared/base/disposable.ts";

/** Real time, for tests that drive real processes. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return toDisposable(() => clearTimeout(timer));
  },
};
