import type { Point } from "./point.ts";

/** The session that a conversation is a copy of, up to a message of it. */
export interface CopySource {
  readonly sessionId: string;
  /** The message before which the copy ends; undefined for the whole conversation. */
  readonly before?: string | undefined;
}

/**
 * Returns the points of turns that a conversation shares, because it is a copy of another one, directly or through
 * other copies. They end before the message where the copy ends, and where its own begin. `source`: what it is a copy
 * of, until it has a transcript of its own. `points`: in order.
 */
export function findShared(
  points: readonly Point[],
  isOwn: (point: Point) => boolean,
  source: CopySource | undefined,
): ReadonlySet<Point> {
  const shared = new Set<Point>();
  const sources = listSources(points, isOwn);
  if (source && !sources.some(({ sessionId }) => sessionId === source.sessionId))
    sources.push({ ...source, end: points.length });
  const known = new Set<string>();
  // The list grows while it is read, by the sources of sources.
  for (const { sessionId, before, end } of sources) {
    if (known.has(sessionId)) continue;
    known.add(sessionId);
    const conversations = new Set(
      points.flatMap(({ session, conversation }) => (session === sessionId ? [conversation] : [])),
    );
    const isTheirs = ({ conversation }: Point): boolean => conversations.has(conversation);
    const until =
      before === undefined
        ? -1
        : points.findIndex(
            (point) => isTheirs(point) && point.cause.kind === "message" && point.cause.prompt === before,
          );
    const copied = points.slice(0, until === -1 ? end : Math.min(end, until));
    for (const point of copied)
      if (isTheirs(point) && point.turn !== undefined && point.cause.kind !== "rewind" && !isOwn(point))
        shared.add(point);
    sources.push(...listSources(copied, isTheirs));
  }
  return shared;
}

interface FoundSource extends CopySource {
  /** Number of the points before the first one of the copy. */
  readonly end: number;
}

/** Returns what the conversation of these points was a copy of. */
function listSources(points: readonly Point[], isOwn: (point: Point) => boolean): FoundSource[] {
  const found = new Map<string, FoundSource>();
  for (const [end, point] of points.entries())
    if (point.copyOf !== undefined && isOwn(point) && !found.has(point.copyOf))
      found.set(point.copyOf, { sessionId: point.copyOf, before: point.copyBefore, end });
  return [...found.values()];
}
