import { mergeRegions } from "./mergeRegions.ts";

/** A text with two sets of changes, or the number of lines that both sets changed in different ways. */
export type MergedText = { readonly text: string } | { readonly conflictingLines: number };

/**
 * Merges two texts that were each made from `base`, line by line. Changes that overlap or touch are a conflict, unless
 * both sides have the same lines there. Takes time proportional to the length of the texts, as `findReplacedLines`
 * does.
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergedText {
  let conflictingLines = 0;
  const text = mergeRegions(base, mine, theirs, ({ ours, theirs: changes }) => {
    for (const { oldStart, oldEnd, newStart, newEnd } of changes)
      conflictingLines += Math.max(newEnd - newStart, oldEnd - oldStart);
    return ours;
  });
  return conflictingLines > 0 ? { conflictingLines } : { text };
}
