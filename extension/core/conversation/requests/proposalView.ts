import { escapeInvisible, escapePath } from "../../../shared/base/invisible.ts";
import type { HunkView, LineEnd, ProposalProblem, ProposalView } from "../../../shared/contract/requests/requests.ts";
import type { DiffLine } from "../../../shared/contract/tools.ts";
import type { FileChange, FileReview } from "../../review/changeSet.ts";
import { hasEdgeChanges, hasLongLine, maxUnwrapped } from "../../review/hiddenLines.ts";
import { getReviewOutcome, getWritableText, type ReviewedProposal } from "../../review/reviewedProposal.ts";
import { toRelativePath } from "../tools/relativePath.ts";

/**
 * Maximum numbers of lines and hunks of a proposal that are sent to the panel with the request; the diff editor shows
 * the rest.
 */
const shownLines = 400;
const shownHunks = 400;
/**
 * Maximum number of characters of an input or a change that are sent to the panel with the request. A longer input can
 * only be denied, because the user cannot read all of it.
 */
export const maxShownLength = 200_000;
/**
 * Number of characters after which an editor of VS Code draws nothing more of a line, unless the user changed
 * `editor.stopRenderingLineAfter`.
 */
const maxEditorLine = 10_000;

/** Returns a line for display, without its line end of either kind. */
function escapeLineText({ sign, text }: DiffLine): DiffLine {
  return { sign, text: escapeInvisible(text.replace(/\r$/, "")) };
}

/** Creates the view of a proposal that a diff cannot show. */
export function createProblemView(path: string, problem: ProposalProblem, folder: string): ProposalView {
  const nothing = {
    added: 0,
    removed: 0,
    hunks: [],
    hunksOmitted: 0,
    linesOmitted: 0,
    isNewFile: false,
    isUserEdited: false,
    isAllOrNothing: false,
    outcome: "asProposed",
  } as const;
  return { path: escapePath(toRelativePath(path, folder)), ...nothing, problem };
}

/** Returns the part of a proposal that the panel shows. */
export function createProposalView(draft: ReviewedProposal, folder: string): ProposalView {
  const { change } = draft.review;
  const isUserEdited = change !== draft.proposed;
  const shown = createChangeView(draft.review, folder, draft.doubts?.hunks);
  const { kind } = getReviewOutcome(draft);
  const isUnreadable =
    shown.linesOmitted > 0 && hasLongLine(change, maxEditorLine) && (kind === "asProposed" || kind === "changed");
  return {
    ...shown,
    isNewFile: change.before === undefined,
    isUserEdited,
    isAllOrNothing: false,
    outcome: isUnreadable ? "unreadable" : kind,
    ...(getWritableText(draft) === undefined ? {} : { hasWritable: true }),
  };
}

/**
 * Returns how many lines and hunks of a change the panel shows: all, if an editor can hide a part of it and the panel
 * has room for the change.
 */
function getLimits(change: FileChange): { readonly lines: number; readonly hunks: number } {
  const getLength = (): number =>
    change.hunks.reduce((sum, { lines }) => lines.reduce((length, { text }) => length + text.length, sum), 0);
  const isWhole = (hasLongLine(change, maxUnwrapped) || hasEdgeChanges(change)) && getLength() <= maxShownLength;
  return isWhole
    ? { lines: Number.POSITIVE_INFINITY, hunks: Number.POSITIVE_INFINITY }
    : { lines: shownLines, hunks: shownHunks };
}

/** Returns true if a change adds or removes the line end after the last line of a file, which its lines do not show. */
function changesLastEnd({ before, after }: FileChange): boolean {
  return Boolean(before) && after !== "" && before?.endsWith("\n") !== after.endsWith("\n");
}

/** Returns whether a line comes back with another line end: without their ends both read the same. */
function hasOtherEnds(lines: readonly DiffLine[]): boolean {
  const removed = new Set(lines.flatMap(({ sign, text }) => (sign === "-" ? [text] : [])));
  return lines.some(({ sign, text }) => {
    const other = text.endsWith("\r") ? text.slice(0, -1) : `${text}\r`;
    return sign === "+" && removed.has(other) && !removed.has(text);
  });
}

/**
 * Returns the line ends of removed and added lines if they differ, or if lines change them with each other; "none" for
 * the side that ends without one (`unended`).
 */
function getLineEnds(lines: readonly DiffLine[], unended?: DiffLine["sign"]): Pick<HunkView, "lineEnds"> {
  const endOf = (sign: DiffLine["sign"]): LineEnd | undefined => {
    if (sign === unended) return "none";
    const ends = new Set(lines.filter((line) => line.sign === sign).map(({ text }) => text.endsWith("\r")));
    if (ends.size !== 1) return ends.size === 0 ? undefined : "both";
    return ends.has(true) ? "CRLF" : "LF";
  };
  const [before, after] = [endOf("-"), endOf("+")];
  if (before === undefined || after === undefined) return {};
  return before !== after || (before === "both" && hasOtherEnds(lines)) ? { lineEnds: [before, after] } : {};
}

/** Returns the part of a change that the panel shows. */
export function createChangeView(
  { change, isAccepted }: FileReview,
  folder: string,
  inDoubt: readonly number[] = [],
): Pick<ProposalView, "path" | "added" | "removed" | "hunks" | "hunksOmitted" | "linesOmitted"> {
  const limits = getLimits(change);
  let [linesLeft, linesShown] = [limits.lines, 0];
  const unended = changesLastEnd(change) ? (change.after.endsWith("\n") ? "-" : "+") : undefined;
  const hunks = change.hunks.slice(0, limits.hunks).map(({ oldStart, newStart, lines }, index): HunkView => {
    const shown = lines.slice(0, linesLeft).map(escapeLineText);
    linesLeft -= shown.length;
    linesShown += shown.length;
    const count = (sign: DiffLine["sign"]): number => lines.filter((line) => line.sign === sign).length;
    return {
      oldStart,
      newStart,
      lines: shown,
      added: count("+"),
      removed: count("-"),
      isAccepted: isAccepted[index] ?? true,
      isInDoubt: inDoubt.includes(index),
      ...getLineEnds(lines, index === change.hunks.length - 1 ? unended : undefined),
      linesOmitted: lines.length - shown.length,
    };
  });
  const all = change.hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  return {
    path: escapePath(toRelativePath(change.path, folder)),
    added: change.added,
    removed: change.removed,
    hunks,
    hunksOmitted: change.hunks.length - hunks.length,
    linesOmitted: all - linesShown,
  };
}
