/**
 * Merges two concurrent changes of a text: `mine` and `theirs` each differ from `from` in one contiguous range. Returns
 * undefined if the ranges touch or overlap.
 */
export function mergeEdits(from: string, mine: string, theirs: string): string | undefined {
  const [start, end] = findChangedStretch(from, mine);
  const [theirStart, theirEnd] = findChangedStretch(from, theirs);
  const typed = mine.slice(start, mine.length - (from.length - end));
  if (end < theirStart) return theirs.slice(0, start) + typed + theirs.slice(end);
  const shift = theirs.length - from.length;
  return start > theirEnd ? theirs.slice(0, start + shift) + typed + theirs.slice(end + shift) : undefined;
}

/** Returns the range in which `from` differs from `to`, as offsets in `from`; the end is exclusive. */
function findChangedStretch(from: string, to: string): readonly [number, number] {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start++;
  let same = 0;
  while (same < most - start && from[from.length - 1 - same] === to[to.length - 1 - same]) same++;
  return [start, from.length - same];
}
