import type { Disposable } from "./disposable.ts";

/** Source of time and timers, which tests replace with a fake. */
export interface Clock {
  /** Returns milliseconds since the epoch. */
  now(): number;
  /** Calls `action` once after `ms` milliseconds, unless disposed before. */
  after(ms: number, action: () => void): Disposable;
}
