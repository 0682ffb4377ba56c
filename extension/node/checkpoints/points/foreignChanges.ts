import { isInTurn, isRestoring, type Point } from "./point.ts";

/** Two states of a folder between which others may have changed it; "disk" is the present state. */
export interface Interval {
  readonly from: string;
  readonly to: string;
  /** Paths in it that are the conversation's own, relative to the folder. */
  readonly own?: readonly string[] | undefined;
}

export interface ForeignChanges {
  readonly intervals: readonly Interval[];
  /** Paths that the user saved in the editor during a turn, relative to the folder. */
  readonly saved: readonly string[];
}

/** Points of which some belong to the conversation: by its id, its session, or a message that it shares. */
export type IsOwn = (point: Point) => boolean;

export interface ForeignOptions {
  /** Id of the point to begin at. */
  readonly since: string;
  readonly isOwn: IsOwn;
  /** The message of the conversation whose turn runs now. */
  readonly running?: string | undefined;
}

/**
 * Finds the intervals since a point in which others changed a folder: those outside the turns of the conversation,
 * those of which it is not known when a turn ended, those in which its extension host ended, those of its turns in
 * which nothing ran that can write other files than it names, and the turns of other conversations.
 */
export function findForeignChanges(all: readonly Point[], { since, isOwn, running }: ForeignOptions): ForeignChanges {
  const points = all.filter(({ cause }) => cause.kind !== "cancelled");
  const start = points.findIndex(({ id }) => id === since);
  const first = points[start];
  if (!first) return { intervals: [], saved: [] };
  const later = points.slice(start + 1);
  const own = [first, ...later.filter(isOwn)];
  const last = own.at(-1) ?? first;
  const isOpen = running !== undefined && last.turn === running && isInTurn(last);
  const others = later.filter((point) => !isOwn(point));
  const names = new Set(others.map(({ conversation }) => conversation));
  const theirs = [...names].flatMap((name) => {
    const points = others.filter(({ conversation }) => conversation === name);
    const intervals = findIntervals(points, (from) => isInTurn(from));
    // Its turn can still run.
    const newest = points.at(-1);
    return newest && isInTurn(newest) ? [...intervals, ...findTail(points)] : intervals;
  });
  return {
    intervals: [
      ...findNamed(own),
      ...findIntervals(own, (from, to) => !isOwnChange(from, to)),
      ...(isOpen ? [] : findTail(own)),
      ...theirs,
    ],
    saved: own.slice(1).flatMap(({ saved = [] }) => saved),
  };
}

/**
 * Finds the intervals since a point that are outside the turns of the conversation and began while commands of it ran
 * in the background: what changed there may be theirs.
 */
export function findBackgroundChanges(
  all: readonly Point[],
  { since, isOwn, running }: ForeignOptions,
): readonly Interval[] {
  const start = all.findIndex(({ id }) => id === since);
  const points = all
    .slice(Math.max(start, 0))
    .filter((point) => isOwn(point) && !["cancelled", "preview"].includes(point.cause.kind));
  const isBackground = (point: Point): boolean => point.background === true && !isInTurn(point);
  const last = points.at(-1);
  return [
    ...findIntervals(points, (from, to) => isBackground(from) && from.run === to.run),
    ...(last && isBackground(last) && running === undefined ? findTail(points) : []),
  ];
}

/** Returns the interval from the last snapshot of points until now. */
function findTail(points: readonly Point[]): readonly Interval[] {
  const from = points.findLast(({ snapshot }) => snapshot !== undefined)?.snapshot;
  return from === undefined ? [] : [{ from, to: "disk" }];
}

/**
 * Returns true if what changed between two successive points of a conversation was changed by its turn, or by a
 * restore.
 */
function isOwnChange(from: Point, to: Point): boolean {
  if (from.run !== to.run) return false;
  if (isRestoring(from) && to.cause.kind === "restored") return true;
  return isInTurn(from) && to.turn === from.turn;
}

/**
 * Finds the intervals of turns in which calls wrote only files that they named, or none ran. If it is not known of a
 * part of an interval what ran, the whole of it counts as the conversation's own.
 */
function findNamed(points: readonly Point[]): readonly Interval[] {
  const intervals: Interval[] = [];
  let begin: string | undefined;
  let names: readonly string[] | undefined = [];
  let before: Point | undefined;
  for (const point of points.filter(({ cause }) => cause.kind !== "preview")) {
    const isKnown = before !== undefined && isOwnChange(before, point) && !isRestoring(before);
    names = isKnown && names && point.own ? [...names, ...point.own] : undefined;
    before = point;
    if (point.snapshot === undefined) continue;
    if (names && begin !== undefined && begin !== point.snapshot)
      intervals.push({ from: begin, to: point.snapshot, own: names });
    begin = point.snapshot;
    names = [];
  }
  return intervals;
}

/** Joins points without a snapshot to the interval around them, which counts if a part of it does. */
function findIntervals(points: readonly Point[], counts: (from: Point, to: Point) => boolean): readonly Interval[] {
  const intervals: Interval[] = [];
  let begin: string | undefined;
  let isCounted = false;
  for (const [at, point] of points.entries()) {
    const before = points[at - 1];
    if (before && counts(before, point)) isCounted = true;
    if (point.snapshot === undefined) continue;
    if (isCounted && begin !== undefined && begin !== point.snapshot)
      intervals.push({ from: begin, to: point.snapshot });
    begin = point.snapshot;
    isCounted = false;
  }
  return intervals;
}
