import { t } from "@vscode/l10n";
import type { LineEnd, ProposalOutcome, RequiredReview } from "../../contract/requests/requests.ts";
import { formatCount } from "../numbers.ts";

/** Texts about a proposal and the user's review of it. */
export const reviewText = {
  hunk: (index: number, total: number) => t("Hunk {0} of {1}", index, total),
  rejected: () => t("rejected"),
  byHand: () => t("edited by you"),
  moreLines: (count: number) =>
    count === 1 ? t("1 more line: see the diff.") : t("{0} more lines: see the diff.", formatCount(count)),
  moreHunks: (count: number) =>
    count === 1 ? t("1 more hunk: see the diff.") : t("{0} more hunks: see the diff.", formatCount(count)),
  lineEnds: ([before, after]: readonly [LineEnd, LineEnd]) =>
    t("Line endings: {0} → {1}", formatLineEnd(before), formatLineEnd(after)),
  inDoubt: () => t("review again"),
  needed: ({ kind, count }: RequiredReview) => needed[kind](count),
  whyNeeded: ({ kind, count }: RequiredReview) => whyNeeded[kind](count),
  writable: () => t("Show a version that can be written"),
  reset: () => t("Restore proposal"),
  outcome: (outcome: Exclude<ProposalOutcome, "asProposed">) => outcomes[outcome](),
} as const;

function formatLineEnd(end: LineEnd): string {
  if (end === "none") return t("none after the last line");
  return end === "both" ? t("LF and CRLF") : end;
}

/** Labels of the button that replaces Allow while a review is required. */
const needed: { readonly [K in RequiredReview["kind"]]: (count: number) => string } = {
  lines: (count) => (count === 1 ? t("Review 1 more line") : t("Review {0} more lines", formatCount(count))),
  whiteSpace: () => t("Show White Space in Diffs"),
  hunks: (count) => (count === 1 ? t("Review 1 change again") : t("Review {0} changes again", formatCount(count))),
  takenBack: () => t("Review your version again"),
};

const whyNeeded: { readonly [K in RequiredReview["kind"]]: (count: number) => string } = {
  lines: () => t("This card shows only part of the change."),
  whiteSpace: () =>
    t(
      "Some lines differ only in white space, and the editor's diff doesn't mark them. Let diffs show white space, and review the change again.",
    ),
  hunks: () =>
    t(
      "The file changed since your review. Changes that may contain lines you rejected are excluded until you accept them.",
    ),
  takenBack: (count) =>
    count === 1
      ? t("The file changed where you edited it. Your version would undo 1 line that has changed since.")
      : t(
          "The file changed where you edited it. Your version would undo {0} lines that have changed since.",
          formatCount(count),
        ),
};

const outcomes: { readonly [O in Exclude<ProposalOutcome, "asProposed">]: () => string } = {
  changed: () => t("You changed the proposal. “Allow” writes your version and tells claude."),
  afterOther: () => t("Another edit of this file is waiting. Decide on that one first; your changes here build on it."),
  nothing: () => t("No changes selected. Deny, or accept at least one hunk."),
  unreadable: () =>
    t(
      "The change contains a line that is too long to be shown completely. Shorten the change in the diff, or deny it.",
    ),
  impossible: () =>
    t("This version of claude can't write exactly these line endings. Change the text, or restore the proposal."),
};

/** Returns the names of both sides for the conflict markers in a file. */
export function getSideNames(): { readonly mine: string; readonly theirs: string } {
  return { mine: t("Your changes"), theirs: "claude" };
}

/** Returns the names of both sides of a merge after a rewind, for the markers in a file and for the merge editor. */
export function getRewindSideNames(): { readonly mine: string; readonly theirs: string } {
  return { mine: t("Your changes"), theirs: t("Earlier content") };
}
