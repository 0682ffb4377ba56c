import type { TandemEvent } from "./tandem.d.ts";

/** Maximum number of events that wait for a reader; older ones are dropped. */
const maxWaiting = 10_000;

/**
 * Events of a conversation until they are read. Texts that follow each other are joined, so that an unread reply stays
 * one event.
 */
export class EventQueue implements AsyncIterable<TandemEvent> {
  #waiting: TandemEvent[] = [];
  /**
   * Texts that follow the last waiting event, which is a text too; joined when they are read, since a token must cost
   * no copy.
   */
  #pieces: string[] = [];
  #end: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  push(event: TandemEvent): void {
    if (this.#end) return;
    const last = this.#waiting.at(-1);
    const isText = event.kind === "text" || event.kind === "thought";
    if (isText && last?.kind === event.kind && last.agent === event.agent) this.#pieces.push(event.text);
    else {
      this.#join();
      this.#waiting.push(event);
      if (this.#waiting.length > maxWaiting) this.#waiting.shift();
    }
    this.#wake?.();
  }

  /** Ends the events. With an error, the reader receives it after the waiting events. */
  end(error?: Error): void {
    this.#end ??= error ? { error } : {};
    this.#wake?.();
  }

  #join(): void {
    const last = this.#waiting.at(-1);
    if (this.#pieces.length === 0 || (last?.kind !== "text" && last?.kind !== "thought")) return;
    this.#waiting[this.#waiting.length - 1] = { ...last, text: last.text + this.#pieces.join("") };
    this.#pieces = [];
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TandemEvent> {
    for (;;) {
      this.#join();
      const events = this.#waiting;
      this.#waiting = [];
      yield* events;
      if (this.#waiting.length > 0) continue;
      if (this.#end?.error) throw this.#end.error;
      if (this.#end) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
