import { findReplacedLines, type ReplacedLines } from "./lineDiff.ts";
import { TextLines } from "./textLines.ts";

/** Names of the two sides, as shown on the markers. */
export interface SideNames {
  readonly mine: string;
  readonly theirs: string;
}

/** A merged text, and the number of conflicts between markers in it. */
export interface MarkedText {
  readonly text: string;
  readonly conflicts: number;
}

/** Changes of both sides that overlap or touch: lines of the base, counted from 0, the end excluded. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly mine: readonly ReplacedLines[];
  readonly theirs: readonly ReplacedLines[];
}

/**
 * Merges two texts that were each made from `base`, as `mergeTexts` does, and leaves both sides of a conflict in the text between git's markers,
 * which the editor offers to resolve. No line of either side is lost.
 */
export function mergeWithMarkers(base: string, mine: string, theirs: string, names: SideNames): MarkedText {
  let conflicts = 0;
  const text = merge(base, mine, theirs, (ours, others) => {
    conflicts++;
    return [`<<<<<<< ${names.mine}\n`, ended(ours), "=======\n", ended(others), `>>>>>>> ${names.theirs}\n`].join("");
  });
  return { text, conflicts };
}

/** Merges two texts that were each made from `base`, as `mergeTexts` does, and keeps the lines of `mine` where both changed the same lines. */
export function mergePreferringMine(base: string, mine: string, theirs: string): string {
  return merge(base, mine, theirs, (ours) => ours);
}

/** Merges two texts; `resolve` returns the lines for a conflict of both sides. */
function merge(base: string, mine: string, theirs: string, resolve: (ours: string, others: string) => string): string {
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
    else parts.push(resolve(ours, others));
  }
  return parts.join("") + from.join(at);
}

function joinRegions(mine: readonly ReplacedLines[], theirs: readonly ReplacedLines[]): Region[] {
  const changes = [...mine.map((change) => ({ change, isMine: true })), ...theirs.map((change) => ({ change, isMine: false }))];
  changes.sort((one, other) => one.change.oldStart - other.change.oldStart || one.change.oldEnd - other.change.oldEnd);
  const found: Region[] = [];
  for (const { change, isMine } of changes) {
    const last = found.at(-1);
    const isTouching = last !== undefined && change.oldStart <= last.end;
    const region = isTouching ? last : { start: change.oldStart, end: change.oldEnd, mine: [], theirs: [] };
    const added = isMine ? { mine: [...region.mine, change] } : { theirs: [...region.theirs, change] };
    found.splice(isTouching ? -1 : found.length, 1, { ...region, end: Math.max(region.end, change.oldEnd), ...added });
  }
  return found;
}

/** Returns the lines of a side for a region. */
function getSide({ start, end }: Region, changes: readonly ReplacedLines[], base: TextLines, side: TextLines): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return base.join(start, end);
  return side.join(first.newStart - (first.oldStart - start), last.newEnd + (end - last.oldEnd));
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
