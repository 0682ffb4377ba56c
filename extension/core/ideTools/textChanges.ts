import { computeChange } from "../review/changeSet.ts";
import type { ProposedFileChange } from "./port.ts";

/**
 * Describes changes of files: each file, with its lines before ("-") and after ("+"). `most`: number of lines from
 * which on a file's lines are counted.
 */
export function describeChanges(
  changes: readonly ProposedFileChange[],
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  let left = most;
  return changes.flatMap(({ path, before, after }) => {
    const lines = compare(path, before, after);
    if (lines.length > left) return [`${path}: ${lines.length} changed lines`];
    left -= lines.length;
    return [path, ...lines];
  });
}

/** Returns the lines that differ, each with its number before or after, counted from 1. */
function compare(path: string, before: string, after: string): readonly string[] {
  return computeChange(path, before, after).hunks.flatMap(({ oldStart, newStart, lines }) => {
    let [old, now] = [oldStart, newStart];
    return lines.flatMap(({ sign, text }) => {
      const shown = sign === " " ? [] : [`${sign === "-" ? old : now} ${sign} ${text}`];
      if (sign !== "+") old++;
      if (sign !== "-") now++;
      return shown;
    });
  });
}

/** An edit of a text, at UTF-16 offsets of the text before all edits; the end is exclusive. */
export interface OffsetEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns a text after edits that do not overlap, as the editor makes them: what several insert at one place comes in
 * their order, and before what replaces the text there.
 */
export function applyTextEdits(before: string, edits: readonly OffsetEdit[]): string {
  // From the end, so that earlier places stay.
  const fromEnd = [...edits].reverse().sort((one, other) => other.start - one.start || other.end - one.end);
  return fromEnd.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), before);
}

/** Returns whether two lists are the same changes of the same texts. */
export function areSameChanges(one: readonly ProposedFileChange[], other: readonly ProposedFileChange[]): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ path, before, after }, index) =>
        path === other[index]?.path && before === other[index]?.before && after === other[index]?.after,
    )
  );
}

/** Returns the changes. Throws for a file that must not be changed. */
export function checkChanges(changes: readonly ProposedFileChange[]): readonly ProposedFileChange[] {
  const outside = changes.find(({ isInside }) => !isInside);
  if (outside) throw new Error(`Nothing was changed: ${outside.path} is outside the workspace.`);
  const dirty = changes.find(({ isDirty }) => isDirty);
  if (dirty) throw new Error(`Nothing was changed: the user has unsaved changes in ${dirty.path}.`);
  return changes;
}
