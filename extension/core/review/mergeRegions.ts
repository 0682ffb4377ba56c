import { findReplacedLines, type ReplacedLines } from "./lineDiff.ts";
import { TextLines } from "./textLines.ts";

/** Changes of both sides that overlap or touch: lines of the base, counted from 0, the end excluded. */
interface Region {
  readonly start: number;
  end: number;
  readonly mine: ReplacedLines[];
  readonly theirs: ReplacedLines[];
}

/** Lines that both sides changed in different ways. */
export interface Conflict {
  /** The lines of each side, also those between its changes. */
  readonly ours: string;
  readonly others: string;
  /** Changes of the other side. */
  readonly theirs: readonly ReplacedLines[];
}

/**
 * Merges two texts that were each made from `base`, line by line. Changes that overlap or touch are a conflict, unless
 * both sides have the same lines there; `resolve` returns the lines for it. Takes time proportional to the length of
 * the texts, as `findReplacedLines` does.
 */
export function mergeRegions(
  base: string,
  mine: string,
  theirs: string,
  resolve: (conflict: Conflict) => string,
): string {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const [from, left, right] = [new TextLines(base), new TextLines(mine), new TextLines(theirs)];
  const parts: string[] = [];
  let at = 0;
  for (const region of joinRegions(findReplacedLines(from, left), findReplacedLines(from, right))) {
    parts.push(from.join(at, region.start));
    at = region.end;
    const [ours, others] = [getSide(region, region.mine, from, left), getSide(region, region.theirs, from, right)];
    if (region.theirs.length === 0 || ours === others) parts.push(ours);
    else if (region.mine.length === 0) parts.push(others);
    else parts.push(resolve({ ours, others, theirs: region.theirs }));
  }
  return parts.join("") + from.join(at);
}

function joinRegions(mine: readonly ReplacedLines[], theirs: readonly ReplacedLines[]): Region[] {
  const changes = [
    ...mine.map((change) => ({ change, isMine: true })),
    ...theirs.map((change) => ({ change, isMine: false })),
  ];
  changes.sort((one, other) => one.change.oldStart - other.change.oldStart || one.change.oldEnd - other.change.oldEnd);
  const found: Region[] = [];
  for (const { change, isMine } of changes) {
    let region = found.at(-1);
    if (!region || change.oldStart > region.end) {
      region = { start: change.oldStart, end: change.oldEnd, mine: [], theirs: [] };
      found.push(region);
    }
    region.end = Math.max(region.end, change.oldEnd);
    (isMine ? region.mine : region.theirs).push(change);
  }
  return found;
}

/** Returns the lines of a side for a region. */
function getSide({ start, end }: Region, changes: readonly ReplacedLines[], base: TextLines, side: TextLines): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return base.join(start, end);
  return side.join(first.newStart - (first.oldStart - start), last.newEnd + (end - last.oldEnd));
}
