import { diffArrays } from "diff";

/** Lines of `before` from `oldStart` on that others of `after` took the place of; counted from 0, ends excluded. */
export interface ReplacedLines {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** How far apart two texts may be before they are searched as a whole. */
const reach = 64;
/** Lines that must be the same for two texts to count as together again; fewer at their ends. */
const together = 3;
/**
 * Lines that go or come in a stretch that is searched as a whole; past them all of it counts as one change. They take some 50 ms. A limit
 * by time alone would show another diff of the same texts on a machine that is busy.
 */
const maxEditLength = 1_000;
/** For texts whose equal lines take the time: milliseconds. */
const timeoutMs = 500;

/** Lines with their line breaks; nothing is lost in them. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/**
 * Where two texts differ, in order. Where they come together again nearby that is found at a cost of their length; a long stretch
 * that does not is searched as a whole, up to a number of changes.
 */
export function findReplacedLines(before: readonly string[], after: readonly string[]): ReplacedLines[] {
  let tail = 0;
  const most = Math.min(before.length, after.length);
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const [oldLength, newLength] = [before.length - tail, after.length - tail];
  const found: ReplacedLines[] = [];
  let [i, j] = [0, 0];
  while (i < oldLength || j < newLength) {
    if (i < oldLength && j < newLength && before[i] === after[j]) {
      i++;
      j++;
      continue;
    }
    const [a, b] = nearest(before, after, [i, j], [oldLength, newLength]) ?? [oldLength - i, newLength - j];
    found.push(...searched(before, after, { oldStart: i, oldEnd: i + a, newStart: j, newEnd: j + b }));
    i += a;
    j += b;
  }
  return found;
}

/** How many lines of each text until both are together again; undefined where that is not near. */
function nearest(before: readonly string[], after: readonly string[], [i, j]: readonly [number, number], [oldEnd, newEnd]: readonly [number, number]) {
  const meets = (a: number, b: number): boolean => {
    if (i + a > oldEnd || j + b > newEnd) return false;
    for (let k = 0; k < together; k++) {
      const [x, y] = [i + a + k, j + b + k];
      // At the end of what differs all that follows is the same.
      if (x === oldEnd && y === newEnd) return true;
      if (x >= oldEnd || y >= newEnd || before[x] !== after[y]) return false;
    }
    return true;
  };
  for (let sum = 1; sum <= reach; sum++) for (let a = 0; a <= sum; a++) if (meets(a, sum - a)) return [a, sum - a] as const;
  return undefined;
}

/** The differences within a stretch. */
function searched(before: readonly string[], after: readonly string[], stretch: ReplacedLines): ReplacedLines[] {
  const { oldStart, oldEnd, newStart, newEnd } = stretch;
  if (oldStart === oldEnd || newStart === newEnd) return [stretch];
  const parts = diffArrays(before.slice(oldStart, oldEnd), after.slice(newStart, newEnd), { maxEditLength, timeout: timeoutMs });
  if (!parts) return [stretch];
  const found: ReplacedLines[] = [];
  let [i, j] = [oldStart, newStart];
  for (const { added, removed, count } of parts) {
    const next = { oldStart: i, oldEnd: added ? i : i + count, newStart: j, newEnd: removed ? j : j + count };
    [i, j] = [next.oldEnd, next.newEnd];
    if (!added && !removed) continue;
    const last = found.at(-1);
    if (last?.oldEnd === next.oldStart && last.newEnd === next.newStart) found[found.length - 1] = { ...last, oldEnd: next.oldEnd, newEnd: next.newEnd };
    else found.push(next);
  }
  return found;
}
