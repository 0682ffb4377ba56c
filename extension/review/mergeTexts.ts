import { findReplacedLines, type ReplacedLines } from "./lineDiff.ts";
import { TextLines } from "./textLines.ts";

/** A text with two sets of changes, or the number of lines that both sets changed in different ways. */
export type MergedText = { readonly text: string } | { readonly conflictingLines: number };

/**
 * Merges two texts that were each made from `base`, line by line. Changes that overlap or touch are a conflict, unless both are the same. Takes time
 * proportional to the length of the texts, as `findReplacedLines` does.
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergedText {
  if (mine === base || mine === theirs) return { text: theirs };
  if (theirs === base) return { text: mine };
  const [from, left, right] = [new TextLines(base), new TextLines(mine), new TextLines(theirs)];
  const [ours, others] = [findReplacedLines(from, left), findReplacedLines(from, right)];
  const parts: string[] = [];
  let conflictingLines = 0;
  let [at, i, j] = [0, 0, 0];
  const take = ({ oldStart, oldEnd, newStart, newEnd }: ReplacedLines, lines: TextLines): void => {
    parts.push(from.join(at, oldStart), lines.join(newStart, newEnd));
    at = oldEnd;
  };
  while (i < ours.length || j < others.length) {
    const [our, other] = [ours[i], others[j]];
    if (our && other && isTouching(our, other)) {
      const isSame = isEqual(our, left, other, right);
      if (isSame) take(our, left);
      else conflictingLines += Math.max(other.newEnd - other.newStart, other.oldEnd - other.oldStart);
      // Of two changes that touch, the one that ends later may also touch the next one.
      if (isSame || our.oldEnd <= other.oldEnd) i++;
      if (isSame || other.oldEnd <= our.oldEnd) j++;
    } else if (our && (!other || our.oldStart < other.oldStart)) {
      take(our, left);
      i++;
    } else if (other) {
      take(other, right);
      j++;
    }
  }
  return conflictingLines > 0 ? { conflictingLines } : { text: parts.join("") + from.join(at) };
}

function isTouching(one: ReplacedLines, other: ReplacedLines): boolean {
  return one.oldStart <= other.oldEnd && other.oldStart <= one.oldEnd;
}

function isEqual(one: ReplacedLines, left: TextLines, other: ReplacedLines, right: TextLines): boolean {
  const isSameStretch = one.oldStart === other.oldStart && one.oldEnd === other.oldEnd;
  return isSameStretch && left.join(one.newStart, one.newEnd) === right.join(other.newStart, other.newEnd);
}
