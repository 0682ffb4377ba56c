import type { DiffLine } from "../contract/tools.ts";

/** Lines of a unified diff's hunk. Marks that are no line of either text, such as a missing line break at the end, are left out. */
export function parsePatchLines(lines: readonly string[]): DiffLine[] {
  return lines.flatMap((line): DiffLine[] => {
    const sign = line[0];
    return sign === " " || sign === "+" || sign === "-" ? [{ sign, text: line.slice(1) }] : [];
  });
}
