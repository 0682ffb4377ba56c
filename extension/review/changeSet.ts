import type { DiffHunk, DiffLine } from "../contract/tools.ts";
import { findReplacedLines, type ReplacedLines } from "./lineDiff.ts";
import { TextLines } from "./textLines.ts";

/** A run of changed lines with three lines of context, and the number of lines that it covers in each text. */
export interface Hunk extends DiffHunk {
  readonly oldLines: number;
  readonly newLines: number;
}

/** One file before and after a change. */
export interface FileChange {
  /** Absolute path, as `claude` named it. */
  readonly path: string;
  /** The current text; undefined when the file does not exist. */
  readonly before: string | undefined;
  readonly after: string;
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

/** A file's change with the decision about each of its hunks. */
export interface FileReview {
  readonly change: FileChange;
  readonly isAccepted: readonly boolean[];
}

/** Computes the change from `before` to `after`. */
export function computeChange(path: string, before: string | undefined, after: string): FileChange {
  const hunks = getHunks(before ?? "", after);
  const count = (sign: DiffLine["sign"]): number => hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.sign === sign).length, 0);
  return { path, before, after, hunks, added: count("+"), removed: count("-") };
}

/** Returns the text with the accepted hunks and without the others; undefined for a new file of which no hunk is accepted. */
export function getAcceptedText({ change, isAccepted }: FileReview): string | undefined {
  // A new file without text has no hunks to choose from.
  if (change.hunks.length === 0) return change.after;
  if (!isAccepted.includes(true)) return change.before;
  if (!isAccepted.includes(false)) return change.after;
  const before = new TextLines(change.before ?? "");
  const after = new TextLines(change.after);
  const parts: string[] = [];
  let next = 0;
  change.hunks.forEach((hunk, index) => {
    const start = hunk.oldStart - 1;
    parts.push(before.join(next, start));
    parts.push(isAccepted[index] ? after.join(hunk.newStart - 1, hunk.newStart - 1 + hunk.newLines) : before.join(start, start + hunk.oldLines));
    next = start + hunk.oldLines;
  });
  return parts.join("") + before.join(next);
}

/** Number of context lines around a change. */
const context = 3;

/** Returns the hunks with their context; changes whose contexts touch are one hunk. */
function getHunks(before: string, after: string): Hunk[] {
  const [left, right] = [new TextLines(before), new TextLines(after)];
  const groups: ReplacedLines[][] = [];
  for (const next of findReplacedLines(left, right)) {
    const last = groups.at(-1)?.at(-1);
    if (last && next.oldStart - last.oldEnd <= 2 * context) groups.at(-1)?.push(next);
    else groups.push([next]);
  }
  return groups.map((group) => getHunk(group, left, right));
}

function getHunk(group: readonly ReplacedLines[], left: TextLines, right: TextLines): Hunk {
  const [first, last] = [group[0] as ReplacedLines, group.at(-1) as ReplacedLines];
  const lead = Math.min(context, first.oldStart);
  const trail = Math.min(context, left.length - last.oldEnd);
  const lines: DiffLine[] = [];
  const add = (sign: DiffLine["sign"], texts: TextLines, from: number, to: number): void => {
    for (let index = from; index < to; index++) lines.push({ sign, text: texts.get(index).replace(/\n$/, "") });
  };
  let at = first.oldStart - lead;
  for (const { oldStart, oldEnd, newStart, newEnd } of group) {
    add(" ", left, at, oldStart);
    add("-", left, oldStart, oldEnd);
    add("+", right, newStart, newEnd);
    at = oldEnd;
  }
  add(" ", left, at, last.oldEnd + trail);
  const oldLines = last.oldEnd + trail - (first.oldStart - lead);
  const newLines = last.newEnd + trail - (first.newStart - lead);
  // As in a patch: the line before an empty side.
  const start = (from: number, count: number): number => (count === 0 ? from : from + 1);
  return { oldStart: start(first.oldStart - lead, oldLines), oldLines, newStart: start(first.newStart - lead, newLines), newLines, lines };
}

/** A line of one side of a change, counted from 0. */
export interface ChangeLine {
  readonly line: number;
  readonly side: "before" | "after";
}

/** Returns the index of the hunk that contains a line; undefined if none does. */
export function findHunkAt(hunks: readonly Hunk[], { line, side }: ChangeLine): number | undefined {
  const index = hunks.findIndex(({ oldStart, oldLines, newStart, newLines }) => {
    const [start, count] = side === "before" ? [oldStart, oldLines] : [newStart, newLines];
    return line + 1 >= start && line + 1 < start + Math.max(1, count);
  });
  return index === -1 ? undefined : index;
}
