import type { DelimiterRun } from "./emphasis.ts";
import { type FoundTarget, type Lookup, readReference, readTarget } from "./links.ts";
import type { Piece } from "./pieces.ts";

/** An opening bracket that may start a link or an image. */
export interface Bracket {
  readonly piece: Piece;
  readonly isImage: boolean;
  /** Offset at which its content starts. */
  readonly start: number;
  readonly run: DelimiterRun | undefined;
  /** True if another bracket opened behind it, so that its content is not a label. */
  hasInner: boolean;
}

/** A stack of opening brackets that are not closed yet. */
export class Brackets {
  readonly #open: Bracket[] = [];
  /** Brackets below this height contain a link, so they cannot start another one. */
  #linkedBelow = 0;

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  push(bracket: Bracket): void {
    const outer = this.#open.at(-1);
    if (outer) outer.hasInner = true;
    this.#open.push(bracket);
  }

  /** Pops the last bracket; returns undefined when it cannot start a link. */
  pop(): Bracket | undefined {
    const bracket = this.#open.pop();
    const height = this.#open.length;
    const isUsable = bracket && (bracket.isImage || height >= this.#linkedBelow);
    this.#linkedBelow = Math.min(this.#linkedBelow, height);
    return isUsable ? bracket : undefined;
  }

  /** Returns the target of the link or image from `bracket`, which was just popped, to the closing bracket at `end`. */
  targetOf(bracket: Bracket, text: string, end: number, lookup: Lookup): FoundTarget | undefined {
    const content = bracket.hasInner ? undefined : text.slice(bracket.start, end);
    const found = readTarget(text, end + 1) ?? readReference(text, end + 1, content, lookup);
    if (found && !bracket.isImage) this.#linkedBelow = this.#open.length;
    return found;
  }
}
