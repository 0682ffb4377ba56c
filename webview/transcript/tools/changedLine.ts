import type { ToolDetails } from "../../../extension/contract/tools.ts";

/** Returns the first line that an edit changed, numbered as in the current file; undefined if unknown. */
export function getChangedLine(details: ToolDetails | undefined): number | undefined {
  const hunk = details?.kind === "diff" ? details.hunks[0] : undefined;
  if (!hunk || hunk.isUnplaced) return undefined;
  const before = hunk.lines.findIndex(({ sign }) => sign !== " ");
  return hunk.newStart + Math.max(0, before);
}
