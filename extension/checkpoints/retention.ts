import type { Point } from "./point.ts";

export interface RetentionRules {
  readonly now: number;
  readonly maxAgeMs: number;
  /** Returns whether a conversation is open in this window. */
  readonly isOpen: (point: Point) => boolean;
  /** Share of the conversations that are not in use whose points go as well, the oldest first: 0 to 1. */
  readonly share: number;
}

/** Time in ms for which nothing is removed but by its conversation being older: another window may be using it. */
const inUseMs = 24 * 60 * 60 * 1000;

/** Returns the points to keep. A conversation keeps all its points or none, except for previews, which are not needed later. */
export function selectPoints(points: readonly Point[], { now, maxAgeMs, isOpen, share }: RetentionRules): readonly Point[] {
  const newest = new Map<string, number>();
  const open = new Set<string>();
  for (const point of points) {
    newest.set(point.conversation, Math.max(point.at, newest.get(point.conversation) ?? 0));
    if (isOpen(point)) open.add(point.conversation);
  }
  const unused = [...newest].filter(([id, at]) => !open.has(id) && now - at > inUseMs).sort(([, one], [, other]) => one - other);
  const removed = new Set(unused.filter(([, at], place) => now - at > maxAgeMs || place < unused.length * share).map(([id]) => id));
  return points.filter(({ conversation, cause, at }) => !removed.has(conversation) && (cause.kind !== "preview" || now - at <= inUseMs));
}
