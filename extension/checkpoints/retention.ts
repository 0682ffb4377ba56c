import type { Point } from "./point.ts";

export interface RetentionRules {
  readonly now: number;
  readonly maxAgeMs: number;
  /** Returns whether an open conversation of this window needs a point: its own, or one of the original of which it is a copy. */
  readonly isOpen: (point: Point) => boolean;
  /** Share of the conversations that are not in use whose points go as well, the oldest first: 0 to 1. */
  readonly share: number;
}

/** Time in ms for which nothing is removed but by its conversation being older: another window may be using it. */
const inUseMs = 24 * 60 * 60 * 1000;

/**
 * Returns the points to keep. A conversation keeps all its points or none, except for previews, which are not needed later. The points of an original
 * are kept as long as those of a copy.
 */
export function selectPoints(points: readonly Point[], { now, maxAgeMs, isOpen, share }: RetentionRules): readonly Point[] {
  const newest = new Map<string, number>();
  const open = new Set<string>();
  for (const point of points) {
    newest.set(point.conversation, Math.max(point.at, newest.get(point.conversation) ?? 0));
    if (isOpen(point)) open.add(point.conversation);
  }
  const unused = [...newest].filter(([id, at]) => !open.has(id) && now - at > inUseMs).sort(([, one], [, other]) => one - other);
  const removed = new Set(unused.filter(([, at], place) => now - at > maxAgeMs || place < unused.length * share).map(([id]) => id));
  keepOriginals(points, removed);
  return points.filter(({ conversation, cause, at }) => !removed.has(conversation) && (cause.kind !== "preview" || now - at <= inUseMs));
}

/** Takes the originals of copies that are kept, and their own originals, out of the conversations to remove. */
function keepOriginals(points: readonly Point[], removed: Set<string>): void {
  const conversationsOf = new Map<string, Set<string>>();
  const follows = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, value: string): void => void map.set(key, (map.get(key) ?? new Set()).add(value));
  for (const { conversation, cause, follows: before } of points) {
    if (cause.kind === "message") add(conversationsOf, cause.prompt, conversation);
    if (before !== undefined) add(follows, conversation, before);
  }
  const kept = [...follows.keys()].filter((conversation) => !removed.has(conversation));
  for (let copy = kept.pop(); copy !== undefined; copy = kept.pop())
    for (const prompt of follows.get(copy) ?? []) for (const original of conversationsOf.get(prompt) ?? []) if (removed.delete(original)) kept.push(original);
}
