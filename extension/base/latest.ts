/** One of several attempts that were started for a key. */
export interface Attempt {
  /** No later attempt was started for the key. */
  readonly isCurrent: boolean;
  /** Accepts the outcome, unless that of a later attempt was accepted already. Returns true if it was accepted. */
  take(): boolean;
}

/** Orders overlapping attempts: tells which of those started for a key is the latest. */
export class Latest<K = undefined> {
  readonly #begun = new Map<K, number>();
  readonly #taken = new Map<K, number>();
  #count = 0;

  /** Starts an attempt; earlier ones of the key are no longer current. */
  begin(key: K): Attempt {
    this.#begun.set(key, ++this.#count);
    return this.#attempt(key, this.#count);
  }

  /** Returns the attempt that was started last; it is current until the next one starts. */
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
