import type fs from "node:fs";

/** A line of a file, without its line break. */
export interface BackwardLine {
  /** Undefined for a line that is too long to keep in memory. */
  readonly text: string | undefined;
  /** The first and last characters of a line that is too long; both are the whole text otherwise. */
  readonly head: string;
  readonly tail: string;
  /** Byte offsets of the start and of the end (exclusive). */
  readonly start: number;
  readonly end: number;
}

/** Number of bytes per read. */
const blockBytes = 256 * 1024;
/**
 * Maximum number of bytes of a line that is kept in memory; no view shows a longer one, but of a prompt with
 * attachments.
 */
const maxLineLength = 8 * 1024 * 1024;
/** Number of bytes that are kept of each end of a longer line. */
const keptEnds = 64 * 1024;

/**
 * Reads the lines of a file from an offset back to its start, the last one first. Keeps one line and one block in
 * memory.
 */
export class BackwardLines {
  readonly #handle: fs.promises.FileHandle;
  /** Offset from which on everything was read. */
  #position: number;
  /** Parts of the incomplete line, the last part first. */
  #parts: Buffer[] = [];
  #length = 0;
  /** Complete lines that were not returned yet, the last line of the file at the end. */
  #ready: BackwardLine[] = [];

  constructor(handle: fs.promises.FileHandle, end: number) {
    this.#handle = handle;
    this.#position = end;
  }

  /** Returns the line before the one that was returned last; undefined at the start of the file. */
  async next(): Promise<BackwardLine | undefined> {
    while (this.#ready.length === 0) {
      if (this.#position === 0 && this.#parts.length === 0) return undefined;
      await this.#readBlock();
    }
    return this.#ready.pop();
  }

  async #readBlock(): Promise<void> {
    const size = Math.min(blockBytes, this.#position);
    const block = Buffer.allocUnsafe(size);
    const { bytesRead } = await this.#handle.read(block, 0, size, this.#position - size);
    // The file became shorter meanwhile, so these bytes no longer exist.
    if (bytesRead < size) {
      this.#position = 0;
      this.#parts = [];
      return;
    }
    const from = this.#position - size;
    this.#position = from;
    const found: BackwardLine[] = [];
    let end = size;
    for (let at = block.lastIndexOf(10); at !== -1; at = at === 0 ? -1 : block.lastIndexOf(10, at - 1)) {
      found.push(this.#complete(block.subarray(at + 1, end), from + at + 1));
      end = at;
    }
    this.#hold(block.subarray(0, end));
    if (from === 0) found.push(this.#complete(Buffer.alloc(0), 0));
    this.#ready = found.reverse();
  }

  #hold(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
    // Only the ends of a too long line are kept: two parts of each, since one can be short.
    if (this.#length > maxLineLength && this.#parts.length > 4) this.#parts.splice(2, this.#parts.length - 4);
  }

  #complete(first: Buffer, start: number): BackwardLine {
    const parts = [...this.#parts, first];
    const length = this.#length + first.length;
    this.#parts = [];
    this.#length = 0;
    if (length <= maxLineLength) {
      const text = Buffer.concat(parts.reverse()).toString("utf8");
      return { text, head: text, tail: text, start, end: start + length };
    }
    const head = Buffer.concat(parts.slice(-2).reverse()).subarray(0, keptEnds).toString("utf8");
    const tail = Buffer.concat(parts.slice(0, 2).reverse()).subarray(-keptEnds).toString("utf8");
    return { text: undefined, head, tail, start, end: start + length };
  }
}
