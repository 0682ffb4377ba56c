import type { Disposable } from "./disposable.ts";

/** Time as an argument, so that it can be faked. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `action` once after `ms` milliseconds unless disposed before. */
  after(ms: number, action: () => void): Disposable;
}
