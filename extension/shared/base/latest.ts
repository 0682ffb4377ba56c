import { failures } from "./failure.ts";

/** One of several attempts that were started for a key. */
export interface Attempt {
  /** No later attempt was started for the key. */
  readonly isCurrent: boolean;
  /** Aborts once the attempt is no longer current, with the failure `aborted`. */
  readonly signal: AbortSignal;
  /** Accepts the outcome, unless that of a later attempt was accepted already. Returns true if it was accepted. */
  take(): boolean;
}

interface Order {
  /** Number of the attempt that was started last, and of the last one that was accepted. */
  begun: number;
  taken: number;
  /** Ends what the attempt that was started last waits for; created on demand. */
  abort?: AbortController | undefined;
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
    this.#renew(order);
    return createAttempt(order);
  }

  /** Makes earlier attempts of a key no longer current, where there are any. Starts none. */
  supersede(key: K): void {
    const order = this.#orders?.get(key);
    if (order) this.#renew(order);
  }

  /** Returns the attempt that was started last; it is current until the next one starts. */
  last(key: K): Attempt {
    return createAttempt(this.#order(key));
  }

  #renew(order: Order): void {
    const { abort } = order;
    order.begun = ++this.#count;
    order.abort = undefined;
    abort?.abort(failures.aborted());
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
    get signal() {
      const abort = order.begun === begun && order.abort ? order.abort : new AbortController();
      if (order.begun === begun) order.abort = abort;
      else abort.abort(failures.aborted());
      return abort.signal;
    },
    take() {
      if (begun < order.taken) return false;
      order.taken = begun;
      return true;
    },
  };
}
