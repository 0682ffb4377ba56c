/** A position in a line that counts columns, with tab stops every four. */
export class Cursor {
  readonly line: string;
  offset = 0;
  column = 0;
  /** Offset and column of the next character that is not a space or tab. */
  next = 0;
  nextColumn = 0;
  #isInTab = false;

  constructor(line: string) {
    this.line = line;
    this.findNext();
  }

  get indent(): number {
    return this.nextColumn - this.column;
  }
  get isIndented(): boolean {
    return this.indent >= 4;
  }
  get isBlank(): boolean {
    return this.next >= this.line.length;
  }
  /** Text from the next character that is not a space or tab. */
  get rest(): string {
    return this.line.slice(this.next);
  }

  findNext(): void {
    let { offset, column } = this;
    for (; offset < this.line.length; offset++) {
      const code = this.line.charCodeAt(offset);
      if (code === 32) column++;
      else if (code === 9) column += 4 - (column % 4);
      else break;
    }
    this.next = offset;
    this.nextColumn = column;
  }

  skipSpaces(): void {
    this.offset = this.next;
    this.column = this.nextColumn;
    this.#isInTab = false;
  }

  skipCharacters(count: number): void {
    this.#advance(count, false);
  }
  skipColumns(count: number): void {
    this.#advance(count, true);
  }

  /** Skips one space, or one column of a tab. */
  skipOptionalSpace(): void {
    const code = this.line.charCodeAt(this.offset);
    if (code === 32 || code === 9) this.skipColumns(1);
  }

  /** Returns the text from the current position; the rest of a tab becomes spaces. */
  takeRest(): string {
    if (!this.#isInTab) return this.line.slice(this.offset);
    return " ".repeat(4 - (this.column % 4)) + this.line.slice(this.offset + 1);
  }

  #advance(count: number, byColumns: boolean): void {
    while (count > 0 && this.offset < this.line.length) {
      if (this.line.charCodeAt(this.offset) !== 9) {
        this.#isInTab = false;
        this.offset++;
        this.column++;
        count--;
        continue;
      }
      const width = 4 - (this.column % 4);
      this.#isInTab = byColumns && width > count;
      this.column += byColumns ? Math.min(count, width) : width;
      if (!this.#isInTab) this.offset++;
      count -= byColumns ? Math.min(count, width) : 1;
    }
    this.findNext();
  }
}
