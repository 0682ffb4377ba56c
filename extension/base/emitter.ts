import { type Disposable, toDisposable } from "./disposable.ts";

/** Subscribes a listener to an event; disposing the result unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * Calls any number of listeners in order of subscription. A listener that throws does not prevent the others from being called. Every listener gets
 * the values in the order in which they were fired: one that is fired by a listener comes after the present one was given to all.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();
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
    return toDisposable(() => this.#listeners.delete(entry));
  };

  fire(value: T): void {
    this.#pending.push(value);
    if (this.#isFiring) return;
    this.#isFiring = true;
    try {
      while (this.#pending.length > 0) this.#give(this.#pending.shift() as T);
    } finally {
      this.#isFiring = false;
    }
  }

  #give(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
