import { diffArrays } from "diff";
import type { TextLines } from "./textLines.ts";

/** Lines of `before` from `oldStart` on that lines of `after` replace; counted from 0, ends excluded. */
export interface ReplacedLines {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * Maximum number of lines, of both texts together, within which the texts are expected to match again before the rest
 * is diffed as a whole.
 */
const reach = 64;
/** Number of equal lines after which two texts count as matching again; fewer at their ends. */
const together = 3;
/**
 * Maximum number of added and removed lines in a stretch that is diffed as a whole; beyond it the whole stretch counts
 * as one change. This many take some 50 ms. A limit by time alone would give another diff of the same texts on a busy
 * machine.
 */
const maxEditLength = 1_000;
/** Timeout in milliseconds for texts whose equal lines take the time. */
const timeoutMs = 500;

/**
 * Finds the differences of two texts, in order. Where the texts match again nearby, the cost is linear in their length;
 * a long stretch that does not match is diffed as a whole, up to a number of changes.
 */
export function findReplacedLines(before: TextLines, after: TextLines): ReplacedLines[] {
  const tail = before.countEqualAtEnd(after);
  const [oldLength, newLength] = [before.length - tail, after.length - tail];
  const found: ReplacedLines[] = [];
  let [i, j] = [0, 0];
  while (i < oldLength || j < newLength) {
    const equal = before.countEqual(i, oldLength, after, j, newLength);
    i += equal;
    j += equal;
    if (i === oldLength && j === newLength) break;
    const [a, b] = findNearestMatch(before, after, [i, j], [oldLength, newLength]) ?? [oldLength - i, newLength - j];
    found.push(...searchStretch(before, after, { oldStart: i, oldEnd: i + a, newStart: j, newEnd: j + b }));
    i += a;
    j += b;
  }
  return found;
}

/** Returns the number of lines of each text until both match again; undefined where that is not near. */
function findNearestMatch(
  before: TextLines,
  after: TextLines,
  [i, j]: readonly [number, number],
  [oldEnd, newEnd]: readonly [number, number],
) {
  const meets = (a: number, b: number): boolean => {
    if (i + a > oldEnd || j + b > newEnd) return false;
    for (let k = 0; k < together; k++) {
      const [x, y] = [i + a + k, j + b + k];
      // After the end of the differing part everything is equal.
      if (x === oldEnd && y === newEnd) return true;
      if (x >= oldEnd || y >= newEnd || before.get(x) !== after.get(y)) return false;
    }
    return true;
  };
  for (let sum = 1; sum <= reach; sum++)
    for (let a = 0; a <= sum; a++) if (meets(a, sum - a)) return [a, sum - a] as const;
  return undefined;
}

/** Diffs a stretch as a whole. */
function searchStretch(before: TextLines, after: TextLines, stretch: ReplacedLines): ReplacedLines[] {
  const { oldStart, oldEnd, newStart, newEnd } = stretch;
  if (oldStart === oldEnd || newStart === newEnd) return [stretch];
  const parts = diffArrays(before.slice(oldStart, oldEnd), after.slice(newStart, newEnd), {
    maxEditLength,
    timeout: timeoutMs,
  });
  if (!parts) return [stretch];
  const found: ReplacedLines[] = [];
  let [i, j] = [oldStart, newStart];
  for (const { added, removed, count } of parts) {
    const next = { oldStart: i, oldEnd: added ? i : i + count, newStart: j, newEnd: removed ? j : j + count };
    [i, j] = [next.oldEnd, next.newEnd];
    if (!added && !removed) continue;
    const last = found.at(-1);
    if (last?.oldEnd === next.oldStart && last.newEnd === next.newStart)
      found[found.length - 1] = { ...last, oldEnd: next.oldEnd, newEnd: next.newEnd };
    else found.push(next);
  }
  return found;
}
