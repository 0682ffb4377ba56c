/** Returns the length in bytes of a UTF-8 sequence by its first byte; 1 for a byte that starts none. */
function sequenceLength(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0;

/**
 * Decodes UTF-8 that arrives in chunks. A streaming decoder creates strings with two bytes per character, which slows
 * down every reader of the text; so each chunk is decoded as a whole, and an incomplete sequence at its end waits for
 * the next chunk.
 */
export class ChunkDecoder {
  /** Otherwise it would drop a byte order mark at the start of every chunk. */
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The start of an incomplete sequence. */
  #rest = new Uint8Array(0);
  #isBegun = false;

  /** Returns the text of the complete sequences in a chunk. */
  decode(chunk: Uint8Array): string {
    const taken = this.#rest.length === 0 ? 0 : this.#complete(chunk);
    // The whole chunk belongs to a sequence that is still incomplete.
    if (taken === undefined) return "";
    const before = this.#take();
    const end = chunk.length - cutAtEnd(chunk, taken);
    if (end < chunk.length) this.#rest = chunk.slice(end);
    return this.#withoutMark(before + this.#decoder.decode(chunk.subarray(taken, end)));
  }

  /** Returns the replacement for a sequence that was never completed. */
  end(): string {
    return this.#withoutMark(this.#take());
  }

  /**
   * Completes the pending sequence from a chunk. Returns the number of bytes used; undefined if the chunk ends before
   * the sequence does.
   */
  #complete(chunk: Uint8Array): number | undefined {
    const missing = sequenceLength(this.#rest[0] ?? 0) - this.#rest.length;
    let count = 0;
    while (count < missing && isContinuation(chunk[count])) count++;
    const joined = new Uint8Array(this.#rest.length + count);
    joined.set(this.#rest);
    joined.set(chunk.subarray(0, count), this.#rest.length);
    this.#rest = joined;
    return count < missing && count === chunk.length ? undefined : count;
  }

  #take(): string {
    if (this.#rest.length === 0) return "";
    const text = this.#decoder.decode(this.#rest);
    this.#rest = new Uint8Array(0);
    return text;
  }

  #withoutMark(text: string): string {
    if (this.#isBegun || text === "") return text;
    this.#isBegun = true;
    return text.startsWith("\ufeff") ? text.slice(1) : text;
  }
}

/** Returns the number of bytes at the end of a chunk that start an incomplete sequence. */
function cutAtEnd(chunk: Uint8Array, from: number): number {
  for (let back = 1; back <= Math.min(3, chunk.length - from); back++) {
    const byte = chunk[chunk.length - back];
    if (isContinuation(byte)) continue;
    return sequenceLength(byte ?? 0) > back ? back : 0;
  }
  return 0;
}
