import { type Disposable, toDisposable } from "./disposable.ts";

/** Subscribes to an event; dispose what it returns to unsubscribe. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Announces events to any number of listeners, in order of subscription. A listener that throws never starves the others. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onError: (error: unknown) => void;

  /** `onError` hears what a listener throws. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  readonly event: Event<T> = (listener) => {
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  fire(value: T): void {
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
