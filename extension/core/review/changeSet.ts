import type { DiffHunk, DiffLine } from "../../shared/contract/tools.ts";
import { findReplacedLines, type ReplacedLines } from "./lineDiff.ts";
import { TextLines } from "./textLines.ts";

/**
 * A run of changed lines with up to three lines of context, and the number of lines that it covers in each text. No two
 * hunks share a line.
 */
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
  const count = (sign: DiffLine["sign"]): number =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.sign === sign).length, 0);
  return { path, before, after, hunks, added: count("+"), removed: count("-") };
}

/**
 * Returns the text with the accepted hunks and without the others; undefined for a new file of which no hunk is
 * accepted.
 */
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
    const [start, newStart] = [getFirstLine(hunk.oldStart, hunk.oldLines), getFirstLine(hunk.newStart, hunk.newLines)];
    parts.push(before.join(next, start));
    parts.push(
      isAccepted[index] ? after.join(newStart, newStart + hunk.newLines) : before.join(start, start + hunk.oldLines),
    );
    next = start + hunk.oldLines;
  });
  return parts.join("") + before.join(next);
}

/** Changes that are shown as one. */
type Group = readonly [ReplacedLines, ...ReplacedLines[]];

/** Maximum number of context lines before a hunk, and after it. */
const context = 3;

/**
 * Returns a hunk for each change, as the editor's diff shows them. Lines between two hunks are context of the nearer
 * one.
 */
function getHunks(before: string, after: string): Hunk[] {
  const [left, right] = [new TextLines(before), new TextLines(after)];
  const groups = groupChanges(findReplacedLines(left, right), left);
  return groups.map((group, index) => {
    const [previous, next] = [groups[index - 1], groups[index + 1]];
    const room = group[0].oldStart - (previous ? getEnd(previous) : 0);
    const roomAfter = (next ? next[0].oldStart : left.length) - getEnd(group);
    const lead = Math.min(context, previous ? Math.floor(room / 2) : room);
    const trail = Math.min(context, next ? Math.ceil(roomAfter / 2) : roomAfter);
    return getHunk(group, { lead, trail }, left, right);
  });
}

function getEnd(group: Group): number {
  return (group.at(-1) as ReplacedLines).oldEnd;
}

/**
 * Maximum number of characters, without white space, between changes that the editor's diff joins if one of them has
 * more than so many lines.
 */
const joinedText = 4;
const joiningLines = 5;
/** Number of times that the editor looks for changes to join: a joined one can be long enough for the next. */
const joiningPasses = 10;

/**
 * Groups changes as the editor's diff joins them: where only a bracket or an empty line is between a long one and
 * another (VS Code 1.106).
 */
function groupChanges(changes: readonly ReplacedLines[], left: TextLines): readonly Group[] {
  /** Groups as the first and the last change of each. */
  let spans = changes.map((_, index): readonly [number, number] => [index, index]);
  const get = (index: number): ReplacedLines => changes[index] as ReplacedLines;
  const isLong = ([first, last]: readonly [number, number]): boolean =>
    get(last).oldEnd - get(first).oldStart + get(last).newEnd - get(first).newStart > joiningLines;
  for (let pass = 0; pass < joiningPasses; pass++) {
    const joined: (readonly [number, number])[] = [];
    for (const span of spans) {
      const last = joined.at(-1);
      const between =
        last && (isLong(last) || isLong(span)) ? left.join(get(last[1]).oldEnd, get(span[0]).oldStart) : undefined;
      if (last && between !== undefined && between.replace(/\s/g, "").length <= joinedText)
        joined[joined.length - 1] = [last[0], span[1]];
      else joined.push(span);
    }
    const isDone = joined.length === spans.length;
    spans = joined;
    if (isDone) break;
  }
  // Lines that are only added or removed at the end, with no line of their own before them, have no place to point at.
  const [first, last] = [spans.at(-2), spans.at(-1)];
  if (
    first &&
    last &&
    hasEmptySide(get(last[0])) &&
    get(last[1]).oldEnd === left.length &&
    get(last[0]).oldStart - get(first[1]).oldEnd === 1
  )
    spans = [...spans.slice(0, -2), [first[0], last[1]]];
  return spans.map(([from, to]) => changes.slice(from, to + 1) as unknown as Group);
}

function hasEmptySide({ oldStart, oldEnd, newStart, newEnd }: ReplacedLines): boolean {
  return oldStart === oldEnd || newStart === newEnd;
}

function getHunk(
  group: Group,
  { lead, trail }: { readonly lead: number; readonly trail: number },
  left: TextLines,
  right: TextLines,
): Hunk {
  const [first, last] = [group[0], group.at(-1) as ReplacedLines];
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
  return {
    oldStart: start(first.oldStart - lead, oldLines),
    oldLines,
    newStart: start(first.newStart - lead, newLines),
    newLines,
    lines,
  };
}

/**
 * Returns the first line of one side of a hunk, counted from 0: a patch counts from 1, and names the line before an
 * empty side.
 */
export function getFirstLine(start: number, count: number): number {
  return count === 0 ? start : start - 1;
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
    const first = getFirstLine(start, count);
    return line >= first && line < first + Math.max(1, count);
  });
  return index === -1 ? undefined : index;
}
