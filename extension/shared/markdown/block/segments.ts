import { isNeutral } from "../inline/parse.ts";
import { limits } from "../limits.ts";
import type { Segment } from "../tokens.ts";
import { isSpace, takeWholeCharacters } from "./text.ts";

/** A segment whose inline content is parsed later, when all definitions of the text are known. */
export type SegmentDraft = { -readonly [K in keyof Segment]: Segment[K] };

export function addSegment(key: number, raw: string, drafts: SegmentDraft[]): SegmentDraft {
  const segment: SegmentDraft = { key, raw, nodes: [], labels: undefined };
  drafts.push(segment);
  return segment;
}

/** The text of a paragraph, cut into segments of bounded length at positions that depend only on the text. */
export class GrowingText {
  sealed: readonly Segment[] = [];
  tail = "";
  /** Offset in the tail at which the last line starts. That line may still become the head of a table. */
  lastLine = 0;
  /** The next offset at which a cut is tried. */
  #target: number = limits.segmentTarget;

  get isEmpty(): boolean {
    return this.sealed.length === 0 && this.tail === "";
  }

  addLine(line: string): void {
    if (this.tail !== "" || this.sealed.length > 0) this.tail += "\n";
    this.lastLine = this.tail.length;
    this.tail += line;
  }

  /** Cuts segments off the tail up to `end` while its text is long enough. */
  seal(end: number, drafts: SegmentDraft[]): void {
    for (let cut = this.#cut(end); cut > 0; cut = this.#cut(end)) {
      this.sealed = [...this.sealed, addSegment(this.sealed.length, this.tail.slice(0, cut), drafts)];
      this.tail = this.tail.slice(cut);
      this.lastLine -= cut;
      end -= cut;
      this.#target = limits.segmentTarget;
    }
  }

  finish(drafts: SegmentDraft[]): readonly Segment[] {
    const rest = this.tail.replace(/[ \t\n]+$/, "");
    return rest === "" ? this.sealed : [...this.sealed, addSegment(this.sealed.length, rest, drafts)];
  }

  clone(): GrowingText {
    const copy = new GrowingText();
    copy.sealed = this.sealed;
    copy.tail = this.tail;
    copy.lastLine = this.lastLine;
    copy.#target = this.#target;
    return copy;
  }

  #cut(end: number): number {
    while (this.#target < end) {
      const cut = findWordStart(this.tail, this.#target, Math.min(end, limits.segmentMax));
      if (cut < 0) return end <= limits.segmentMax ? -1 : takeWholeCharacters(this.tail, limits.segmentMax);
      if (isNeutral(this.tail.slice(0, cut))) return cut;
      this.#target = cut * limits.segmentGrowth;
    }
    return end <= limits.segmentMax ? -1 : takeWholeCharacters(this.tail, limits.segmentMax);
  }
}

/** Returns the first offset from `from` to before `end` that is not a space and follows one; -1 when there is none. */
function findWordStart(text: string, from: number, end: number): number {
  for (let index = from; index < end; index++) {
    if (isSpace(text.charCodeAt(index - 1)) && !isSpace(text.charCodeAt(index))) return index;
  }
  return -1;
}
