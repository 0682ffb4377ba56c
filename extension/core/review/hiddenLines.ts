import type { FileChange } from "./changeSet.ts";
import type { HunkRange } from "./hunkRanges.ts";

/** The lines that an editor leaves out of the diff of a document, by the settings that apply to it. */
export interface DiffSettings {
  /**
   * Lines that differ only by white space at their ends count as equal (`diffEditor.ignoreTrimWhitespace`), and can be
   * folded.
   */
  readonly ignoresEdges: boolean;
  /** Number of characters of a text above which nothing is compared (`diffEditor.maxFileSize`). */
  readonly maxLength: number;
  /** Number of characters of a line after which nothing is drawn (`editor.stopRenderingLineAfter`). */
  readonly maxLine: number;
  /** Long lines are broken (`editor.wordWrap`), so that nothing of them is beside the screen. */
  readonly wraps: boolean;
}

/** Number of characters of a line of which an editor that breaks no lines shows the end without being scrolled. */
export const maxUnwrapped = 200;

/** Number of lines, from the first change on, that an editor in front shows about. */
const readAtOnce = 60;

/** Returns whether an editor that opens at the first change of a text shows about all of them at once. */
export function areReadAtOnce({ hunks }: Pick<FileChange, "hunks">, places: readonly HunkRange[]): boolean {
  const height = (places.at(-1)?.end ?? 0) - (places[0]?.start ?? 0);
  return (
    Math.max(
      height,
      hunks.reduce((sum, { lines }) => sum + lines.length, 0),
    ) <= readAtOnce
  );
}

/** Returns whether a change has lines of which only the white space at the ends differs. */
export function hasEdgeChanges({ hunks }: Pick<FileChange, "hunks">): boolean {
  return hunks.some(({ lines }) => {
    const removed = new Set(lines.flatMap(({ sign, text }) => (sign === "-" ? [text.trim()] : [])));
    return lines.some(({ sign, text }) => sign === "+" && removed.has(text.trim()));
  });
}

/** Returns whether a change adds or removes a line with more characters. */
export function hasLongLine({ hunks }: Pick<FileChange, "hunks">, maxLine: number): boolean {
  return hunks.some(({ lines }) => lines.some(({ sign, text }) => sign !== " " && text.length > maxLine));
}

/** Returns whether an editor with these settings has the end of a changed line beside the screen. */
export function isCutInEditor(change: FileChange, { wraps }: DiffSettings): boolean {
  return !wraps && hasLongLine(change, maxUnwrapped);
}

/** Returns whether an editor with these settings leaves out a part of a change, or does not mark it. */
export function isHiddenInEditor(change: FileChange, { ignoresEdges, maxLength, maxLine }: DiffSettings): boolean {
  const { before, after } = change;
  // A new file stands in an editor of its own, without a comparison.
  const isTooLong = before !== undefined && Math.max(before.length, after.length) > maxLength;
  return isTooLong || (ignoresEdges && hasEdgeChanges(change)) || hasLongLine(change, maxLine);
}
