/** Number of lines that are compared at once where two texts are expected to be equal. */
const blockLines = 256;

/**
 * The lines of a text with their line breaks, without a string per line: most lines of a long text are only compared,
 * many at once.
 */
export class TextLines {
  readonly text: string;
  /** Number of lines. */
  readonly length: number;
  /** Offset of each line, and the length of the text. */
  readonly #starts: Uint32Array;

  constructor(text: string) {
    this.text = text;
    let starts = new Uint32Array(1_024);
    let count = 0;
    for (let at = 0; at < text.length; ) {
      if (count + 1 === starts.length) starts = growStarts(starts);
      starts[count++] = at;
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end + 1;
    }
    starts[count] = text.length;
    this.length = count;
    this.#starts = starts.subarray(0, count + 1);
  }

  /** Returns a line; an empty text outside the lines, because no line is empty. */
  get(index: number): string {
    return this.join(index, index + 1);
  }

  /** Returns the lines from `start` to `end`, as one text. */
  join(start: number, end = this.length): string {
    return this.text.slice(this.#starts[start] ?? this.text.length, this.#starts[end] ?? this.text.length);
  }

  /** Returns the lines from `start` to `end`. */
  slice(start: number, end: number): string[] {
    return Array.from({ length: Math.max(0, Math.min(end, this.length) - start) }, (_, index) =>
      this.get(start + index),
    );
  }

  /**
   * Returns how many lines from `start` on equal those of another text from `otherStart` on, before `end` and
   * `otherEnd`.
   */
  countEqual(start: number, end: number, other: TextLines, otherStart: number, otherEnd: number): number {
    const most = Math.min(end - start, otherEnd - otherStart);
    let count = 0;
    const isEqual = (lines: number): boolean =>
      this.join(start + count, start + count + lines) === other.join(otherStart + count, otherStart + count + lines);
    for (let lines = blockLines; lines >= 1; lines >>= 1)
      while (count + lines <= most && isEqual(lines)) count += lines;
    return count;
  }

  /** Returns how many lines at the end of both texts are equal. */
  countEqualAtEnd(other: TextLines): number {
    const most = Math.min(this.length, other.length);
    let count = 0;
    const isEqual = (lines: number): boolean =>
      this.join(this.length - count - lines, this.length - count) ===
      other.join(other.length - count - lines, other.length - count);
    for (let lines = blockLines; lines >= 1; lines >>= 1)
      while (count + lines <= most && isEqual(lines)) count += lines;
    return count;
  }
}

function growStarts(starts: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(starts.length * 2);
  larger.set(starts);
  return larger;
}
