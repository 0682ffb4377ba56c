import { computeChange, type FileChange, type FileReview, getAcceptedText } from "./changeSet.ts";
import { expressText, makeWritable } from "./expressText.ts";
import type { FileEdit } from "./proposal.ts";
import type { DiskText, WriteRules } from "./writeRules.ts";

/** A proposal with the user's review before it is written: some hunks refused, or the text edited by hand. */
export interface ReviewedProposal {
  /** The edit as `claude` requested it. */
  readonly edit: FileEdit;
  readonly before: DiskText | undefined;
  readonly rules: WriteRules;
  readonly proposed: FileChange;
  /** The current change. After an edit by hand its hunks are those of the user's own text. */
  readonly review: FileReview;
  readonly doubts?: ReviewDoubts;
}

/**
 * The parts of a reviewed proposal that the user has to look at again before it can be allowed, since the file changed
 * after the review.
 */
export interface ReviewDoubts {
  /**
   * Indexes of hunks that may contain lines which the user refused. They are left out until the user decides about
   * them.
   */
  readonly hunks: readonly number[];
  /** Number of lines that others changed in the file and that the user's own text changes back. */
  readonly takenBack: number;
}

/**
 * The effect of allowing a reviewed proposal: the original input; another input of the same tool that leaves exactly
 * the reviewed text; nothing, because no hunk is left; or impossible, because no input of this version of `claude` can
 * write the text.
 */
export type ReviewOutcome =
  | { readonly kind: "asProposed" | "nothing" | "impossible" }
  | { readonly kind: "changed"; readonly edit: FileEdit };

/** Creates a review in which everything is accepted as proposed. */
export function createReviewedProposal(
  edit: FileEdit,
  before: DiskText | undefined,
  rules: WriteRules,
  proposed: FileChange,
): ReviewedProposal {
  return { edit, before, rules, proposed, review: getAll(proposed) };
}

/** Returns the draft with a hunk of the current change accepted or refused; that hunk is no longer in doubt. */
export function withHunk(draft: ReviewedProposal, hunk: number, isAccepted: boolean): ReviewedProposal {
  const { review, doubts } = draft;
  const next = {
    ...draft,
    review: { ...review, isAccepted: review.isAccepted.map((was, index) => (index === hunk ? isAccepted : was)) },
  };
  return doubts ? withDoubts(next, { ...doubts, hunks: doubts.hunks.filter((index) => index !== hunk) }) : next;
}

/** Returns the draft with another text in place of its own. Hunks in doubt are not in that text. */
export function withReviewedText(draft: ReviewedProposal, text: string): ReviewedProposal {
  if (text === getReviewedText(draft)) return draft;
  const { doubts } = draft;
  const review = getAll(
    text === draft.proposed.after ? draft.proposed : computeChange(draft.proposed.path, draft.before?.text, text),
  );
  return doubts ? withDoubts({ ...draft, review }, { ...doubts, hunks: [] }) : { ...draft, review };
}

/** Returns the draft with more lines of others that the user's own text changes back. */
export function withTakenBack(draft: ReviewedProposal, lines: number): ReviewedProposal {
  const { hunks = [], takenBack = 0 } = draft.doubts ?? {};
  return withDoubts(draft, { hunks, takenBack: takenBack + lines });
}

/**
 * Returns the draft with line ends that the version can write, where it cannot write the current ones; else the same
 * draft.
 */
export function toWritable(draft: ReviewedProposal): ReviewedProposal {
  const text = getWritableText(draft);
  return text === undefined ? draft : withReviewedText(draft, text);
}

/**
 * Returns the text that `toWritable` uses instead of the draft's; undefined where the draft's text can be written, or
 * where no other text can.
 */
export function getWritableText(draft: ReviewedProposal): string | undefined {
  const { edit, before, rules } = draft;
  return getReviewOutcome(draft).kind === "impossible"
    ? makeWritable(edit, before, getReviewedText(draft), rules)
    : undefined;
}

/** Returns the draft as it was proposed, because the user accepts everything. */
export function resetToProposed(draft: ReviewedProposal): ReviewedProposal {
  return withoutDoubts({ ...draft, review: getAll(draft.proposed) });
}

/** Returns the draft after the user looked at the parts in doubt; hunks without a decision stay refused. */
export function withoutDoubts(draft: ReviewedProposal): ReviewedProposal {
  const { doubts: _, ...certain } = draft;
  return certain;
}

function withDoubts(draft: ReviewedProposal, doubts: ReviewDoubts): ReviewedProposal {
  return doubts.hunks.length > 0 || doubts.takenBack > 0 ? { ...draft, doubts } : withoutDoubts(draft);
}

/** Returns the text that the draft leaves in the file; empty for a new file of which no hunk is accepted. */
export function getReviewedText({ review }: ReviewedProposal): string {
  return getAcceptedText(review) ?? "";
}

export function getReviewOutcome(draft: ReviewedProposal): ReviewOutcome {
  const { edit, before, rules, proposed, review } = draft;
  const text = getAcceptedText(review);
  if (text === proposed.after) return { kind: "asProposed" };
  if (text === undefined || text === before?.text) return { kind: "nothing" };
  const expressed = expressText(edit, before, text, rules);
  return expressed ? { kind: "changed", edit: expressed } : { kind: "impossible" };
}

function getAll(change: FileChange): FileReview {
  return { change, isAccepted: change.hunks.map(() => true) };
}
