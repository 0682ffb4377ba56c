import type { DiffLine } from "../../shared/contract/tools.ts";

/**
 * Parses the lines of a unified diff's hunk. Skips marks that are not a line of either text, such as the one for a
 * missing line break at the end.
 */
export function parsePatchLines(lines: readonly string[]): DiffLine[] {
  return lines.flatMap((line): DiffLine[] => {
    const sign = line[0];
    return sign === " " || sign === "+" || sign === "-" ? [{ sign, text: line.slice(1) }] : [];
  });
}
