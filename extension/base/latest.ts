/** One of several that were begun for a key. */
export interface Attempt {
  /** No other one of its key was begun since. */
  readonly isCurrent: boolean;
  /** Takes its outcome, unless that of one that was begun later was taken already. Returns whether it was taken. */
  take(): boolean;
}

/** Orders what overlaps: tells which of several that were begun for a key came last. */
export class Latest<K = undefined> {
  readonly #begun = new Map<K, number>();
  readonly #taken = new Map<K, number>();
  #count = 0;

  /** Begins one more; those of its key before it are not current any more. */
  begin(key: K): Attempt {
    this.#begun.set(key, ++this.#count);
    return this.#attempt(key, this.#count);
  }

  /** Returns the one that was begun last, which is current until another one is begun. */
  last(key: K): Attempt {
    return this.#attempt(key, this.#begun.get(key));
  }

  #attempt(key: K, order: number | undefined): Attempt {
    const begun = this.#begun;
    const taken = this.#taken;
    return {
      get isCurrent() {
        return begun.get(key) === order;
      },
      take() {
        if ((order ?? 0) < (taken.get(key) ?? 0)) return false;
        taken.set(key, order ?? 0);
        return true;
      },
    };
  }
}
