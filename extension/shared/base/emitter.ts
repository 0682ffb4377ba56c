import { type Disposable, toDisposable } from "./disposable.ts";

/** Subscribes a listener to an event; disposing the result unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * Calls any number of listeners in order of subscription. A listener that throws does not prevent the others from being
 * called. Every listener gets the values in the order in which they were fired: one that is fired by a listener comes
 * after the present one was given to all.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();
  /** The listeners as a list, until one comes or goes. */
  #present: readonly ((value: T) => void)[] | undefined;
  readonly #onError: (error: unknown) => void;
  /** Values that are not given to all listeners yet. */
  readonly #pending: T[] = [];
  #isFiring = false;

  /** `onError` receives errors that listeners throw. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  readonly event: Event<T> = (listener) => {
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    this.#present = undefined;
    return toDisposable(() => {
      this.#listeners.delete(entry);
      this.#present = undefined;
    });
  };

  fire(value: T): void {
    if (this.#isFiring) return void this.#pending.push(value);
    this.#isFiring = true;
    try {
      this.#give(value);
      while (this.#pending.length > 0) this.#give(this.#pending.shift() as T);
    } finally {
      this.#isFiring = false;
    }
  }

  #give(value: T): void {
    // Listeners that come or go meanwhile do not count for this value.
    this.#present ??= [...this.#listeners];
    for (const listener of this.#present) {
      try {
        listener(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
    this.#present = undefined;
  }
}
