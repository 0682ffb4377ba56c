import type { Point } from "./point.ts";

export interface RetentionRules {
  readonly now: number;
  readonly maxAgeMs: number;
  /** Returns whether the conversation of a point is open in a window, or deleted and can still be restored. */
  readonly isOpen: (point: Point) => boolean;
  /** Share of the conversations that are not in use whose points go as well, the oldest first: 0 to 1. */
  readonly share: number;
}

/** Time in ms for which a conversation keeps its points whatever they need. */
const inUseMs = 24 * 60 * 60 * 1000;

/**
 * Returns the points to keep. A conversation keeps all its points or none, except for previews, which are not needed
 * later. It keeps those of the conversation that it is a copy of, because it shares them.
 */
export function selectPoints(
  points: readonly Point[],
  { now, maxAgeMs, isOpen, share }: RetentionRules,
): readonly Point[] {
  const newest = new Map<string, number>();
  const open = new Set<string>();
  for (const point of points) {
    newest.set(point.conversation, Math.max(point.at, newest.get(point.conversation) ?? 0));
    if (isOpen(point)) open.add(point.conversation);
  }
  const unused = [...newest]
    .filter(([id, at]) => !open.has(id) && now - at > inUseMs)
    .sort(([, one], [, other]) => one - other);
  const removed = new Set(
    unused.filter(([, at], place) => now - at > maxAgeMs || place < unused.length * share).map(([id]) => id),
  );
  keepOriginals(points, removed);
  return points.filter(
    ({ conversation, cause, at }) => !removed.has(conversation) && (cause.kind !== "preview" || now - at <= inUseMs),
  );
}

/** Takes the conversations out of `removed` whose copies stay. */
function keepOriginals(points: readonly Point[], removed: Set<string>): void {
  const originals = new Map<string, Set<string>>();
  for (const { conversation, copyOf } of points)
    if (copyOf !== undefined) originals.set(conversation, (originals.get(conversation) ?? new Set()).add(copyOf));
  const kept = new Set(
    points.flatMap(({ conversation }) => (removed.has(conversation) ? [] : [...(originals.get(conversation) ?? [])])),
  );
  // A set is read to its end, also what is added meanwhile: a copy of a copy.
  for (const session of kept) {
    for (const { conversation, session: own } of points) {
      if (own !== session || !removed.delete(conversation)) continue;
      for (const further of originals.get(conversation) ?? []) kept.add(further);
    }
  }
}
