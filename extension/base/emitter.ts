import { type Disposable, toDisposable } from "./disposable.ts";

/** Subscribes to an event; dispose what it returns to unsubscribe. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Announces state to any number of listeners, in order of subscription. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
