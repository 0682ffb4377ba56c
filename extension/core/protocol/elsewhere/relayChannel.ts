import { readNumber } from "../../../shared/base/read.ts";

/**
 * One side of a conversation over connections that may be cut. Invariants:
 *
 * - Each message has a number, and is kept until the other side has acknowledged it.
 * - A new connection begins with what the other side has not received, so no message is lost; one that comes again is
 *   dropped.
 * - Messages arrive in their order.
 */
export class RelayChannel {
  readonly #onMessage: (message: object) => void;
  /** Messages that the other side has not acknowledged, in their order. */
  #kept: { readonly number: number; readonly text: string }[] = [];
  #sent = 0;
  #received = 0;
  #write: ((text: string) => void) | undefined;

  constructor(onMessage: (message: object) => void) {
    this.#onMessage = onMessage;
  }

  /** Number of the last message of the other side. */
  get received(): number {
    return this.#received;
  }

  /** True when the other side has acknowledged everything. */
  get isAcknowledged(): boolean {
    return this.#kept.length === 0;
  }

  /** Sends a message now, or with the next connection. */
  send(message: object): void {
    const number = ++this.#sent;
    const text = JSON.stringify({ ...message, number });
    this.#kept.push({ number, text });
    this.#write?.(text);
  }

  /** Continues over a new connection; the other side has received the messages up to `received`. */
  attach(write: (text: string) => void, received: number): void {
    this.#write = write;
    this.#forget(received);
    for (const { text } of this.#kept) write(text);
  }

  /** Call when the connection is cut. */
  detach(): void {
    this.#write = undefined;
  }

  /** Takes a message of the connection. */
  receive(message: object): void {
    const acknowledged = readNumber(message, "acknowledged");
    if (acknowledged !== undefined) this.#forget(acknowledged);
    const number = readNumber(message, "number");
    if (number === undefined || number > this.#received + 1) return;
    const isNew = number === this.#received + 1;
    this.#received = Math.max(this.#received, number);
    this.#write?.(JSON.stringify({ acknowledged: this.#received }));
    if (isNew) this.#onMessage(message);
  }

  #forget(received: number): void {
    const first = this.#kept.findIndex(({ number }) => number > received);
    this.#kept = first === -1 ? [] : this.#kept.slice(first);
  }
}
