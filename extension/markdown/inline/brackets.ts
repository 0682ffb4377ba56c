import type { Run } from "./emphasis.ts";
import { type Found, type Lookup, readReference, readTarget } from "./links.ts";
import type { Piece } from "./pieces.ts";

/** An opening bracket that may start a link or an image. */
export interface Bracket {
  readonly piece: Piece;
  readonly isImage: boolean;
  /** Where its content starts. */
  readonly start: number;
  readonly run: Run | undefined;
  /** Another bracket opened behind it, so its content is no label. */
  hasInner: boolean;
}

/** The brackets that wait for their closing ones. */
export class Brackets {
  readonly #open: Bracket[] = [];
  /** Brackets below this height hold a link, so they start none. */
  #linkedBelow = 0;

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  push(bracket: Bracket): void {
    const outer = this.#open.at(-1);
    if (outer) outer.hasInner = true;
    this.#open.push(bracket);
  }

  /** Takes the last bracket off; undefined when none may start a link. */
  pop(): Bracket | undefined {
    const bracket = this.#open.pop();
    const height = this.#open.length;
    const isUsable = bracket && (bracket.isImage || height >= this.#linkedBelow);
    this.#linkedBelow = Math.min(this.#linkedBelow, height);
    return isUsable ? bracket : undefined;
  }

  /** What the link or image leads to that `bracket`, just taken off, starts and the bracket at `end` closes. */
  targetOf(bracket: Bracket, text: string, end: number, lookup: Lookup): Found | undefined {
    const content = bracket.hasInner ? undefined : text.slice(bracket.start, end);
    const found = readTarget(text, end + 1) ?? readReference(text, end + 1, content, lookup);
    if (found && !bracket.isImage) this.#linkedBelow = this.#open.length;
    return found;
  }
}
