import { computeChange, type FileChange, type FileReview, getAcceptedText } from "./changeSet.ts";
import { expressText, makeWritable } from "./expressText.ts";
import type { FileEdit } from "./proposal.ts";
import type { DiskText, WriteRules } from "./writeRules.ts";

/** What a user makes of a proposal before it is written: some hunks refused, or the text edited by hand. */
export interface ReviewedProposal {
  /** As the CLI asked. */
  readonly edit: FileEdit;
  readonly before: DiskText | undefined;
  readonly rules: WriteRules;
  readonly proposed: FileChange;
  /** The change as it is now. After an edit by hand its hunks are those of the user's own text. */
  readonly review: FileReview;
  readonly doubts?: ReviewDoubts;
}

/** What the user has to look at again before a draft can be allowed, since the file is another one than when they reviewed it. */
export interface ReviewDoubts {
  /** Indexes of hunks that may hold lines which the user refused. They are left out until the user decides about them. */
  readonly hunks: readonly number[];
  /** Number of lines that others changed in the file and that the user's own text changes back. */
  readonly takenBack: number;
}

/**
 * What allowing a draft means: the input as it came, another input of the same tool that leaves exactly the draft's text, nothing at
 * all because no hunk is left, or what no input of this version of the CLI can write.
 */
export type ReviewOutcome = { readonly kind: "asProposed" | "nothing" | "impossible" } | { readonly kind: "changed"; readonly edit: FileEdit };

/** Everything as proposed. */
export function createReviewedProposal(edit: FileEdit, before: DiskText | undefined, rules: WriteRules, proposed: FileChange): ReviewedProposal {
  return { edit, before, rules, proposed, review: getAll(proposed) };
}

/** Returns the draft with a hunk of the change as it is now accepted or not; that hunk is in doubt no more. */
export function withHunk(draft: ReviewedProposal, hunk: number, isAccepted: boolean): ReviewedProposal {
  const { review, doubts } = draft;
  const next = { ...draft, review: { ...review, isAccepted: review.isAccepted.map((was, index) => (index === hunk ? isAccepted : was)) } };
  return doubts ? withDoubts(next, { ...doubts, hunks: doubts.hunks.filter((index) => index !== hunk) }) : next;
}

/** Returns the draft with another text in place of the one that it has. Hunks in doubt are not in that text. */
export function withText(draft: ReviewedProposal, text: string): ReviewedProposal {
  if (text === getReviewedText(draft)) return draft;
  const { doubts } = draft;
  const review = getAll(text === draft.proposed.after ? draft.proposed : computeChange(draft.proposed.path, draft.before?.text, text));
  return doubts ? withDoubts({ ...draft, review }, { ...doubts, hunks: [] }) : { ...draft, review };
}

/** Returns the draft with line ends that the version can write, where it cannot write those that it has; else the same draft. */
export function toWritable(draft: ReviewedProposal): ReviewedProposal {
  const text = getWritableText(draft);
  return text === undefined ? draft : withText(draft, text);
}

/** The text of `toWritable`; undefined where there is no other one. */
export function getWritableText(draft: ReviewedProposal): string | undefined {
  const { edit, before, rules } = draft;
  return getReviewOutcome(draft).kind === "impossible" ? makeWritable(edit, before, getReviewedText(draft), rules) : undefined;
}

/** Returns the draft as it was proposed: the user asked for all of it. */
export function resetToProposed(draft: ReviewedProposal): ReviewedProposal {
  return withoutDoubts({ ...draft, review: getAll(draft.proposed) });
}

/** Returns the draft once the user looked at what was in doubt; hunks that they did not decide about stay refused. */
export function withoutDoubts(draft: ReviewedProposal): ReviewedProposal {
  const { doubts: _, ...certain } = draft;
  return certain;
}

function withDoubts(draft: ReviewedProposal, doubts: ReviewDoubts): ReviewedProposal {
  return doubts.hunks.length > 0 || doubts.takenBack > 0 ? { ...draft, doubts } : withoutDoubts(draft);
}

/** The text that it leaves in the file; empty for a new file of which nothing is accepted. */
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
