import { orAborted } from "../../shared/base/orAborted.ts";

/** A question to which several callers wait for the answer. It is taken away once none of them waits any more. */
export class SharedQuestion<T> {
  readonly #abort = new AbortController();
  readonly #answer: Promise<T>;
  #waiting = 0;

  constructor(ask: (signal: AbortSignal) => Promise<T>) {
    this.#answer = ask(this.#abort.signal);
  }

  /** True once nobody waits any more; then no further caller gets an answer. */
  get isOver(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Resolves to the answer. Rejects with the reason of the signal when that is aborted before. */
  async wait(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting++;
    try {
      return await orAborted(this.#answer, signal);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#abort.abort();
    }
  }
}
