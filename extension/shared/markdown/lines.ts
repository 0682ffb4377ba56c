/** A line, or a part of it: as much as the caller requested or as was added so far. */
export interface Line {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Splits text that comes in pieces into lines. A line end may be \n, \r\n or \r. */
export class LineBuffer {
  #text = "";
  #start = 0;
  /** Offset of the line's end, -1 while it is unknown; and the offset up to which the end was searched. */
  #end = -1;
  #searched = 0;

  get length(): number {
    return this.#text.length - this.#start;
  }

  add(text: string): void {
    const added = text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text;
    this.#text = this.#text.slice(this.#start) + added;
    this.#end = this.#end < 0 ? -1 : this.#end - this.#start;
    this.#searched -= this.#start;
    this.#start = 0;
  }

  /** Returns the start of the text, up to the end of the line and at most `size` characters. */
  peek(size = Number.POSITIVE_INFINITY): Line {
    this.#findEnd();
    const isKnown = this.#end >= 0;
    const end = Math.min(isKnown ? this.#end : this.#text.length, this.#start + size);
    // A \r at the end of the text so far may be the first half of a line end.
    const isHalf = this.#end === this.#text.length - 1 && this.#text.endsWith("\r");
    return { text: this.#text.slice(this.#start, end), isWhole: isKnown && !isHalf && end === this.#end };
  }

  /** Drops the text that `peek` returned, and the line end behind a whole line. */
  skip(line: Line): void {
    this.#start += line.text.length;
    if (!line.isWhole) return;
    this.#start += this.#text.startsWith("\r\n", this.#start) ? 2 : 1;
    this.#end = -1;
    this.#searched = this.#start;
  }

  #findEnd(): void {
    if (this.#end >= 0 || this.#searched >= this.#text.length) return;
    lineEnd.lastIndex = this.#searched;
    this.#end = lineEnd.exec(this.#text)?.index ?? -1;
    this.#searched = this.#text.length;
  }
}

const lineEnd = /[\n\r]/g;
