import { structuredPatch } from "diff";
import type { DiffHunk, DiffLine } from "../contract/tools.ts";
import { linesOfPatch } from "./patchLines.ts";

/** One run of changed lines with three lines of context, and how many lines of each text it covers. */
export interface Hunk extends DiffHunk {
  readonly oldLines: number;
  readonly newLines: number;
}

/** One file before and after a change. */
export interface FileChange {
  /** Absolute path, as the CLI named it. */
  readonly path: string;
  /** The text now; undefined when there is no file. */
  readonly before: string | undefined;
  readonly after: string;
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

/** A file's change with what was decided about each of its hunks. */
export interface FileReview {
  readonly change: FileChange;
  readonly isAccepted: readonly boolean[];
}

/** The change from `before` to `after`. */
export function changeOf(path: string, before: string | undefined, after: string): FileChange {
  const hunks = hunksOf(before ?? "", after);
  const count = (sign: DiffLine["sign"]): number => hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.sign === sign).length, 0);
  return { path, before, after, hunks, added: count("+"), removed: count("-") };
}

/** The text with the accepted hunks and without the others; undefined for a new file of which nothing is accepted. */
export function acceptedText({ change, isAccepted }: FileReview): string | undefined {
  // A new file without text has nothing to choose from.
  if (change.hunks.length === 0) return change.after;
  if (!isAccepted.includes(true)) return change.before;
  if (!isAccepted.includes(false)) return change.after;
  const before = splitLines(change.before ?? "");
  const after = splitLines(change.after);
  const parts: string[] = [];
  let next = 0;
  change.hunks.forEach((hunk, index) => {
    const start = hunk.oldStart - 1;
    parts.push(...before.slice(next, start));
    parts.push(...(isAccepted[index] ? after.slice(hunk.newStart - 1, hunk.newStart - 1 + hunk.newLines) : before.slice(start, start + hunk.oldLines)));
    next = start + hunk.oldLines;
  });
  parts.push(...before.slice(next));
  return parts.join("");
}

/** Lines with their line breaks. */
function splitLines(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** Past two seconds of searching the whole text counts as one change. */
function hunksOf(before: string, after: string): Hunk[] {
  const patch = structuredPatch("", "", before, after, "", "", { context: 3, timeout: 2_000 });
  if (patch)
    return patch.hunks.map(({ lines, oldStart, oldLines, newStart, newLines }) => ({ oldStart, oldLines, newStart, newLines, lines: linesOfPatch(lines) }));
  const side = (sign: "+" | "-", text: string): DiffLine[] => splitLines(text).map((line) => ({ sign, text: line.replace(/\n$/, "") }));
  return [
    {
      oldStart: 1,
      oldLines: splitLines(before).length,
      newStart: 1,
      newLines: splitLines(after).length,
      lines: [...side("-", before), ...side("+", after)],
    },
  ];
}
