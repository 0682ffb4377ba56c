/** Chunks of a stream until they are read, in their order. */
export class ChunkQueue implements AsyncIterable<string> {
  #waiting: string[] = [];
  #isEnded = false;
  #wake = (): void => {};

  push(chunk: string): void {
    this.#waiting.push(chunk);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      yield* this.#waiting.splice(0);
      if (this.#waiting.length > 0) continue;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
