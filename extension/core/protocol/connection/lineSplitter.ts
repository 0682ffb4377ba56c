import { failures } from "../../../shared/base/failure.ts";
import { ChunkDecoder } from "./chunkDecoder.ts";

/**
 * Maximum line length, 256 Mi UTF-16 units: far above any real frame, well below the longest string that V8 can hold.
 */
export const maxLineLength = 256 * 1024 * 1024;

const openBrace = 123;

/**
 * Splits a byte stream into lines, in time linear in the bytes, however long a line is and wherever a chunk is cut,
 * even inside a UTF-8 sequence. Drops blank lines; `end` delivers a final line without a newline. A line over the limit
 * makes `push` throw `corruptLine`; the splitter must not be used after that.
 */
export class LineSplitter {
  readonly #decoder = new ChunkDecoder();
  readonly #onLine: (line: string) => void;
  readonly #cap: number;
  /** Parts of the current, unfinished line. */
  #pieces: string[] = [];
  #length = 0;

  constructor(onLine: (line: string) => void, cap: number = maxLineLength) {
    this.#onLine = onLine;
    this.#cap = cap;
  }

  push(chunk: Uint8Array): void {
    this.#consume(this.#decoder.decode(chunk));
  }

  end(): void {
    this.#consume(this.#decoder.end());
    this.#finishLine("");
  }

  #consume(text: string): void {
    let start = 0;
    for (let newline = text.indexOf("\n"); newline !== -1; newline = text.indexOf("\n", start)) {
      this.#finishLine(text.slice(start, newline));
      start = newline + 1;
    }
    if (start < text.length) this.#keep(start === 0 ? text : text.slice(start));
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length > this.#cap) {
      const start = this.#pieces[0] ?? piece;
      this.#pieces = [];
      throw failures.corruptLine(`a line is longer than ${this.#cap} characters`, start);
    }
    this.#pieces.push(piece);
  }

  #finishLine(last: string): void {
    let line = last;
    if (this.#pieces.length > 0) {
      this.#keep(last);
      line = this.#pieces.join("");
      this.#pieces = [];
      this.#length = 0;
    }
    // Nearly every line is a frame; only other lines are scanned for white space.
    if (line.charCodeAt(0) === openBrace || line.trim() !== "") this.#onLine(line);
  }
}
