/** An object that releases resources. `dispose` is idempotent and never throws. */
export interface Disposable {
  dispose(): void;
}

/** Returns a disposable that runs `release` once, however often it is disposed. */
export function toDisposable(release: () => void): Disposable {
  let isDisposed = false;
  return {
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      release();
    },
  };
}

/**
 * Owns disposables and releases them in reverse order of registration. If one throws, the rest is still released; the
 * error is passed to `onError`. Disposes anything added after disposal at once.
 */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  readonly #onError: (error: unknown) => void;
  #isDisposed = false;

  constructor(onError: (error: unknown) => void = () => {}) {
    this.#onError = onError;
  }

  /** Registers `item` and returns it. */
  add<T extends Disposable>(item: T): T {
    if (this.#isDisposed) this.#release(item);
    else this.#items.add(item);
    return item;
  }

  /** Registers `release` to run on disposal. */
  defer(release: () => void): Disposable {
    return this.add(toDisposable(release));
  }

  dispose(): void {
    this.#isDisposed = true;
    const items = [...this.#items].reverse();
    this.#items.clear();
    for (const item of items) this.#release(item);
  }

  #release(item: Disposable): void {
    try {
      item.dispose();
    } catch (error) {
      this.#onError(error);
    }
  }
}
