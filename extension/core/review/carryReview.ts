import { computeChange, type FileChange, getFirstLine } from "./changeSet.ts";
import { mergePreferringMine } from "./conflictMarkers.ts";
import { findReplacedLines } from "./lineDiff.ts";
import { mergeTexts } from "./mergeTexts.ts";
import type { ReviewDoubts, ReviewedProposal } from "./reviewedProposal.ts";
import { TextLines } from "./textLines.ts";

/**
 * Invariants:
 * 1. A refusal belongs to the refused lines at their place in the file. Where the same lines are proposed at the same
 *    place they stay refused.
 * 2. A hunk for which that is uncertain is left out, and the user has to look at it before the proposal can be allowed.
 * 3. A text that the user wrote is merged with the current file. Where both changed the same lines, these stay as the
 *    user wrote them, and the user has to look at them before the text can be allowed.
 */

/** A run of changed lines; `start` and `end` count lines of the text before, from 0. */
interface Run {
  readonly start: number;
  readonly end: number;
  /** The changed lines, each after its sign. */
  readonly lines: readonly string[];
}

type Verdict = "accepted" | "refused" | "held";

/**
 * Returns `draft` with the user's decisions about `last`, a reviewed proposal of the same call for another text;
 * undefined if none was shown yet. `refusedLines` are the lines, after their signs, of other edits of the file that the
 * user refused.
 */
export function carryReview(
  draft: ReviewedProposal,
  last: ReviewedProposal | undefined,
  refusedLines: ReadonlySet<string> = new Set(),
): ReviewedProposal {
  if (!last)
    return refusedLines.size === 0
      ? draft
      : withVerdicts(draft, draft.proposed, undefined, { refusedLines, takenBack: 0 });
  const path = draft.proposed.path;
  const now = draft.before?.text;
  const isUserText = last.review.change !== last.proposed;
  if (!isUserText) return withVerdicts(draft, draft.proposed, last, { refusedLines, takenBack: 0 });
  const [from, mine, theirs] = [last.before?.text ?? "", last.review.change.after, now ?? ""];
  const merged = mergeTexts(from, mine, theirs);
  const text = "text" in merged ? merged.text : mergePreferringMine(from, mine, theirs);
  const change = text === draft.proposed.after ? draft.proposed : computeChange(path, now, text);
  const takenBack = "text" in merged ? (last.doubts?.takenBack ?? 0) : merged.conflictingLines;
  return withVerdicts(draft, change, last, { refusedLines, takenBack });
}

/**
 * Returns the changed lines that the user refused, each after its sign: those of refused hunks, and those that a text
 * by hand left out.
 */
export function getRefusedLines({ proposed, review: { change, isAccepted } }: ReviewedProposal): string[] {
  const refused = getChangedLines({ hunks: change.hunks.filter((_, index) => isAccepted[index] === false) });
  if (change === proposed) return refused;
  const kept = new Set(getChangedLines(change));
  return [...refused, ...getChangedLines(proposed).filter((line) => !kept.has(line))];
}

/** Returns all lines that a reviewed proposal changes, or would have changed as proposed, each after its sign. */
export function getAllLines({ proposed, review: { change } }: ReviewedProposal): string[] {
  return change === proposed ? getChangedLines(change) : [...getChangedLines(proposed), ...getChangedLines(change)];
}

function getChangedLines({ hunks }: Pick<FileChange, "hunks">): string[] {
  return hunks.flatMap((hunk) => hunk.lines.filter(({ sign }) => sign !== " ").map(getKey));
}

interface CarriedReview {
  readonly refusedLines: ReadonlySet<string>;
  readonly takenBack: number;
}

function withVerdicts(
  draft: ReviewedProposal,
  change: FileChange,
  last: ReviewedProposal | undefined,
  { refusedLines, takenBack }: CarriedReview,
): ReviewedProposal {
  const doubtful = new Set(refusedLines);
  const verdictAt = last ? mapVerdicts(last, draft.before?.text ?? "", doubtful) : new Map<string, Verdict>();
  const judge = (run: Run): Verdict =>
    verdictAt.get(getName(run)) ?? (run.lines.some((line) => doubtful.has(line)) ? "held" : "accepted");
  const verdicts = change.hunks.map((_, index) => joinVerdicts(getRuns(change, index).map(judge)));
  const doubts: ReviewDoubts = {
    hunks: verdicts.flatMap((verdict, index) => (verdict === "held" ? [index] : [])),
    takenBack,
  };
  const review = { change, isAccepted: verdicts.map((verdict) => verdict === "accepted") };
  const { doubts: _, ...rest } = draft;
  return doubts.hunks.length > 0 || takenBack > 0 ? { ...rest, review, doubts } : { ...rest, review };
}

/**
 * Returns the verdicts about the runs of `last` at their places in another text, and adds the lines without acceptance
 * to `doubtful`.
 */
function mapVerdicts(last: ReviewedProposal, text: string, doubtful: Set<string>): Map<string, Verdict> {
  const position = createPositionMap(last.before?.text ?? "", text);
  const verdictAt = new Map<string, Verdict>();
  last.review.change.hunks.forEach((_, index) => {
    const verdict = getVerdict(last, index);
    for (const { start, end, lines } of getRuns(last.review.change, index)) {
      if (verdict !== "accepted") for (const line of lines) doubtful.add(line);
      const to = position(start, end);
      if (to !== undefined) verdictAt.set(getName({ start: to, end: to + end - start, lines }), verdict);
    }
  });
  return verdictAt;
}

/** Combines the verdicts of a hunk's runs; if they differ, the user has to look at the hunk. */
function joinVerdicts(verdicts: readonly Verdict[]): Verdict {
  const [first = "accepted"] = verdicts;
  return verdicts.every((verdict) => verdict === first) ? first : "held";
}

function getVerdict({ review, doubts }: ReviewedProposal, hunk: number): Verdict {
  if (doubts?.hunks.includes(hunk)) return "held";
  return review.isAccepted[hunk] === false ? "refused" : "accepted";
}

function getRuns({ hunks }: FileChange, index: number): Run[] {
  const hunk = hunks[index];
  if (!hunk) return [];
  const runs: { start: number; end: number; lines: string[] }[] = [];
  // As in a patch, an empty side begins at the line before it.
  let at = getFirstLine(hunk.oldStart, hunk.oldLines);
  let isOpen = false;
  for (const line of hunk.lines) {
    if (line.sign === " ") {
      isOpen = false;
      at++;
      continue;
    }
    if (!isOpen) runs.push({ start: at, end: at, lines: [] });
    isOpen = true;
    const run = runs.at(-1);
    run?.lines.push(getKey(line));
    if (line.sign === "-") at++;
    if (run) run.end = at;
  }
  return runs;
}

/**
 * Returns a function that maps lines of `before` to their start in `after`; undefined where these lines themselves
 * changed.
 */
function createPositionMap(before: string, after: string): (start: number, end: number) => number | undefined {
  const replaced = findReplacedLines(new TextLines(before), new TextLines(after));
  return (start, end) => {
    let shift = 0;
    for (const { oldStart, oldEnd, newStart, newEnd } of replaced) {
      if (oldEnd <= start) shift += newEnd - newStart - (oldEnd - oldStart);
      else if (oldStart < Math.max(end, start)) return undefined;
    }
    return start + shift;
  };
}

function getName({ start, end, lines }: Run): string {
  return JSON.stringify([start, end, lines]);
}

function getKey({ sign, text }: { readonly sign: string; readonly text: string }): string {
  return sign + text;
}
