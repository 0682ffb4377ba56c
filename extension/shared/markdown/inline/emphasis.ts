import type { Piece, Style } from "./pieces.ts";

/** A run of one emphasis character that may still open or close something. */
export class DelimiterRun {
  readonly piece: Piece;
  readonly character: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Index among the runs of the segment. */
  readonly order: number;
  left: number;
  previous: DelimiterRun | undefined;
  next: DelimiterRun | undefined = undefined;

  constructor(piece: Piece, character: string, flanking: Flanking, previous: DelimiterRun | undefined) {
    this.piece = piece;
    this.character = character;
    this.length = piece.text.length;
    this.canOpen = flanking.canOpen;
    this.canClose = flanking.canClose;
    this.order = previous ? previous.order + 1 : 0;
    this.left = this.length;
    this.previous = previous;
  }
}

export interface Flanking {
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

const space = /^\s?$/;
const punctuation = /^[\p{P}\p{S}]$/u;
const letter = /^[A-Za-z0-9]$/;

/** Returns whether a run between the two characters can open and close emphasis. */
export function getFlanking(character: string, before: string, after: string): Flanking {
  const isSpaceBefore = space.test(before);
  const isSpaceAfter = space.test(after);
  const isPunctuationBefore = isPunctuation(before);
  const isPunctuationAfter = isPunctuation(after);
  const isLeft = !isSpaceAfter && (!isPunctuationAfter || isSpaceBefore || isPunctuationBefore);
  const isRight = !isSpaceBefore && (!isPunctuationBefore || isSpaceAfter || isPunctuationAfter);
  if (character !== "_") return { canOpen: isLeft, canClose: isRight };
  return { canOpen: isLeft && (!isRight || isPunctuationBefore), canClose: isRight && (!isLeft || isPunctuationAfter) };
}

function isPunctuation(character: string): boolean {
  return !letter.test(character) && punctuation.test(character);
}

/** The list of runs without a partner (the delimiter stack of the CommonMark spec). */
export class Runs {
  last: DelimiterRun | undefined;

  add(piece: Piece, character: string, flanking: Flanking): void {
    const run = new DelimiterRun(piece, character, flanking, this.last);
    if (this.last) this.last.next = run;
    this.last = run;
  }

  /**
   * Matches all runs above `bottom` and drops them; returns true if one of the unmatched runs could have opened
   * something.
   */
  match(bottom: DelimiterRun | undefined): boolean {
    /** Positions below which no opener exists for a kind of closer, so that later closers do not search there. */
    const floors = new Map<string, number>();
    let hasOpener = false;
    let closer = this.#firstAbove(bottom);
    while (closer) {
      const opener = closer.canClose ? findOpener(closer, bottom, floors) : undefined;
      if (opener) {
        pairRuns(opener, closer);
        this.#dropBetween(opener, closer);
        if (opener.left === 0) this.#drop(opener);
        const next: DelimiterRun | undefined = closer.left === 0 ? closer.next : closer;
        if (closer.left === 0) this.#drop(closer);
        closer = next;
        continue;
      }
      const { next }: DelimiterRun = closer;
      if (closer.canClose && !closer.canOpen) this.#drop(closer);
      closer = next;
    }
    while (this.last && this.last !== bottom) {
      hasOpener ||= this.last.canOpen;
      this.#drop(this.last);
    }
    return hasOpener;
  }

  #firstAbove(bottom: DelimiterRun | undefined): DelimiterRun | undefined {
    if (bottom) return bottom.next;
    let run = this.last;
    while (run?.previous) run = run.previous;
    return run;
  }

  #drop(run: DelimiterRun): void {
    if (run.previous) run.previous.next = run.next;
    if (run.next) run.next.previous = run.previous;
    else this.last = run.previous;
  }

  #dropBetween(opener: DelimiterRun, closer: DelimiterRun): void {
    opener.next = closer;
    closer.previous = opener;
  }
}

function findOpener(
  closer: DelimiterRun,
  bottom: DelimiterRun | undefined,
  floors: Map<string, number>,
): DelimiterRun | undefined {
  const kind = `${closer.character}${closer.canOpen}${closer.character === "~" ? closer.length : closer.length % 3}`;
  const floor = floors.get(kind) ?? bottom?.order ?? -1;
  for (let run = closer.previous; run && run.order > floor; run = run.previous) {
    if (run.character === closer.character && run.canOpen && fits(run, closer)) return run;
  }
  floors.set(kind, closer.order - 1);
  return undefined;
}

function fits(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (closer.character === "~") return opener.length === closer.length;
  const isBoth = closer.canOpen || opener.canClose;
  return !isBoth || closer.length % 3 === 0 || (opener.length + closer.length) % 3 !== 0;
}

function pairRuns(opener: DelimiterRun, closer: DelimiterRun): void {
  const isDouble = opener.left >= 2 && closer.left >= 2;
  const count = opener.character === "~" ? opener.length : isDouble ? 2 : 1;
  const style: Style = opener.character === "~" ? "del" : isDouble ? "strong" : "em";
  opener.left -= count;
  closer.left -= count;
  opener.piece.opens = [{ style }, ...(opener.piece.opens ?? [])];
  closer.piece.closes++;
  opener.piece.text = opener.piece.text.slice(count);
  closer.piece.text = closer.piece.text.slice(count);
}
