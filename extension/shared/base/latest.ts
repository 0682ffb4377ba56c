/** One of several attempts that were started for a key. */
export interface Attempt {
  /** No later attempt was started for the key. */
  readonly isCurrent: boolean;
  /** Accepts the outcome, unless that of a later attempt was accepted already. Returns true if it was accepted. */
  take(): boolean;
}

interface Order {
  /** Number of the attempt that was started last, and of the last one that was accepted. */
  begun: number;
  taken: number;
}

/** Orders overlapping attempts: tells which of those started for a key is the latest. */
export class Latest<K = undefined> {
  /**
   * Created with the first attempt: an open conversation has several of these objects, most of which are never used.
   */
  #orders: Map<K, Order> | undefined;
  #count = 0;

  /** Starts an attempt; earlier ones of the key are no longer current. */
  begin(key: K): Attempt {
    const order = this.#order(key);
    order.begun = ++this.#count;
    return createAttempt(order);
  }

  /** Makes earlier attempts of a key no longer current, where there are any. Starts none. */
  supersede(key: K): void {
    const order = this.#orders?.get(key);
    if (order) order.begun = ++this.#count;
  }

  /** Returns the attempt that was started last; it is current until the next one starts. */
  last(key: K): Attempt {
    return createAttempt(this.#order(key));
  }

  #order(key: K): Order {
    this.#orders ??= new Map();
    const known = this.#orders.get(key);
    if (known) return known;
    const order = { begun: 0, taken: 0 };
    this.#orders.set(key, order);
    return order;
  }
}

/** Returns the attempt of an order that was started last. */
function createAttempt(order: Order): Attempt {
  const { begun } = order;
  return {
    get isCurrent() {
      return order.begun === begun;
    },
    take() {
      if (begun < order.taken) return false;
      order.taken = begun;
      return true;
    },
  };
}
