import { type ChangeLine, type FileReview, getFirstLine } from "./changeSet.ts";

/** The place of a hunk in the text that a review leaves. */
export interface HunkRange {
  /** Lines of the hunk with its context, counted from 0; `end` is the line after it. */
  readonly start: number;
  readonly end: number;
  /** The first line that changed, or the line before which lines were removed. */
  readonly at: number;
  readonly isAccepted: boolean;
}

/**
 * Returns the index of the accepted hunk at a line of the diff between the text before and the text that a review
 * leaves.
 */
export function findAcceptedHunkAt(review: FileReview, { line, side }: ChangeLine): number | undefined {
  const ranges = getHunkRanges(review);
  const index = review.change.hunks.findIndex(({ oldStart, oldLines }, each) => {
    const range = ranges[each];
    if (!range?.isAccepted) return false;
    const [start, end] =
      side === "before"
        ? [getFirstLine(oldStart, oldLines), getFirstLine(oldStart, oldLines) + oldLines]
        : [range.start, range.end];
    return line >= start && line < Math.max(end, start + 1);
  });
  return index === -1 ? undefined : index;
}

export function getHunkRanges({ change, isAccepted }: FileReview): HunkRange[] {
  let shift = 0;
  return change.hunks.map((hunk, index) => {
    const isIn = isAccepted[index] ?? true;
    const start = getFirstLine(hunk.oldStart, hunk.oldLines) + shift;
    const end = start + (isIn ? hunk.newLines : hunk.oldLines);
    const context = hunk.lines.findIndex((line) => line.sign !== " ");
    if (isIn) shift += hunk.newLines - hunk.oldLines;
    return { start, end, at: start + Math.max(0, context), isAccepted: isIn };
  });
}
