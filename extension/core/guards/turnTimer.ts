import type { Clock } from "../../shared/base/clock.ts";

/** Measures the time of a turn without the time in which it was paused. */
export class TurnTimer {
  readonly #clock: Clock;
  #elapsedMs = 0;
  #runningSince: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get elapsedMs(): number {
    return this.#elapsedMs + (this.#runningSince === undefined ? 0 : this.#clock.now() - this.#runningSince);
  }

  get isRunning(): boolean {
    return this.#runningSince !== undefined;
  }

  reset(): void {
    this.#elapsedMs = 0;
    if (this.#runningSince !== undefined) this.#runningSince = this.#clock.now();
  }

  setRunning(isRunning: boolean): void {
    if (isRunning === this.isRunning) return;
    this.#elapsedMs = this.elapsedMs;
    this.#runningSince = isRunning ? this.#clock.now() : undefined;
  }
}
