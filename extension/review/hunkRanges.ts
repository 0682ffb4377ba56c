import { type FileReview, getFirstLine } from "./changeSet.ts";

/** The place of a hunk in the text that a review leaves. */
export interface HunkRange {
  /** Lines of the hunk with its context, counted from 0; `end` is the line after it. */
  readonly start: number;
  readonly end: number;
  /** The first line that changed, or the line before which lines were removed. */
  readonly at: number;
  readonly isAccepted: boolean;
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
