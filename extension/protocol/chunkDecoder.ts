/** Characters that begin a sequence say in their first byte how many bytes it has; 1 for what begins none. */
function sequenceLength(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0;

/**
 * Decodes UTF-8 that comes in chunks. A decoder that streams makes two bytes of every character, which all that reads the text pays for
 * again; so each chunk is decoded as a whole, and the start of a sequence that its end cuts waits for the next one.
 */
export class ChunkDecoder {
  /** It would drop the mark at the start of every chunk. */
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The start of a sequence that was cut. */
  #rest = new Uint8Array(0);
  #isBegun = false;

  /** Returns the text of a chunk, as far as its sequences are whole. */
  decode(chunk: Uint8Array): string {
    const taken = this.#rest.length === 0 ? 0 : this.#complete(chunk);
    // All of it belongs to a sequence that still is not whole.
    if (taken === undefined) return "";
    const before = this.#take();
    const end = chunk.length - cutAtEnd(chunk, taken);
    if (end < chunk.length) this.#rest = chunk.slice(end);
    return this.#withoutMark(before + this.#decoder.decode(chunk.subarray(taken, end)));
  }

  /** Returns what stands for a sequence that never became whole. */
  end(): string {
    return this.#withoutMark(this.#take());
  }

  /** Adds to the sequence that was cut what belongs to it. Returns how many bytes that are; undefined when the chunk ends before it. */
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

/** How many bytes at the end of a chunk are the start of a sequence that goes on behind it. */
function cutAtEnd(chunk: Uint8Array, from: number): number {
  for (let back = 1; back <= Math.min(3, chunk.length - from); back++) {
    const byte = chunk[chunk.length - back];
    if (isContinuation(byte)) continue;
    return sequenceLength(byte ?? 0) > back ? back : 0;
  }
  return 0;
}
