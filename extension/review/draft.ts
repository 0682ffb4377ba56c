import { acceptedText, changeOf, type FileChange, type FileReview } from "./changeSet.ts";
import { expressText, writableText } from "./expressText.ts";
import type { FileEdit } from "./proposal.ts";
import type { DiskText, WriteRules } from "./writeRules.ts";

/** What a user makes of a proposal before it is written: some hunks refused, or the text edited by hand. */
export interface Draft {
  /** As the CLI asked. */
  readonly edit: FileEdit;
  readonly before: DiskText | undefined;
  readonly rules: WriteRules;
  readonly proposed: FileChange;
  /** The change as it is now. After an edit by hand its hunks are those of the user's own text. */
  readonly review: FileReview;
  readonly doubts?: Doubts;
}

/** What the user has to look at again before a draft can be allowed, since the file is another one than when they reviewed it. */
export interface Doubts {
  /** Indexes of hunks that may hold lines which the user refused. They are left out until the user decides about them. */
  readonly hunks: readonly number[];
  /** Number of lines that others changed in the file and that the user's own text changes back. */
  readonly takenBack: number;
}

/**
 * What allowing a draft means: the input as it came, another input of the same tool that leaves exactly the draft's text, nothing at
 * all because no hunk is left, or what no input of this version of the CLI can write.
 */
export type DraftOutcome = { readonly kind: "asProposed" | "nothing" | "impossible" } | { readonly kind: "changed"; readonly edit: FileEdit };

/** Everything as proposed. */
export function draftOf(edit: FileEdit, before: DiskText | undefined, rules: WriteRules, proposed: FileChange): Draft {
  return { edit, before, rules, proposed, review: allOf(proposed) };
}

/** Returns the draft with a hunk of the change as it is now accepted or not; that hunk is in doubt no more. */
export function withHunk(draft: Draft, hunk: number, isAccepted: boolean): Draft {
  const { review, doubts } = draft;
  const next = { ...draft, review: { ...review, isAccepted: review.isAccepted.map((was, index) => (index === hunk ? isAccepted : was)) } };
  return doubts ? withDoubts(next, { ...doubts, hunks: doubts.hunks.filter((index) => index !== hunk) }) : next;
}

/** Returns the draft with another text in place of the one that it has. Hunks in doubt are not in that text. */
export function withText(draft: Draft, text: string): Draft {
  if (text === textOf(draft)) return draft;
  const { doubts } = draft;
  const review = allOf(text === draft.proposed.after ? draft.proposed : changeOf(draft.proposed.path, draft.before?.text, text));
  return doubts ? withDoubts({ ...draft, review }, { ...doubts, hunks: [] }) : { ...draft, review };
}

/** Returns the draft with line ends that the version can write, where it cannot write those that it has; else the same draft. */
export function asWritable(draft: Draft): Draft {
  const text = writableOf(draft);
  return text === undefined ? draft : withText(draft, text);
}

/** The text of `asWritable`; undefined where there is no other one. */
export function writableOf(draft: Draft): string | undefined {
  const { edit, before, rules } = draft;
  return outcomeOf(draft).kind === "impossible" ? writableText(edit, before, textOf(draft), rules) : undefined;
}

/** Returns the draft as it was proposed: the user asked for all of it. */
export function asProposed(draft: Draft): Draft {
  return withoutDoubts({ ...draft, review: allOf(draft.proposed) });
}

/** Returns the draft once the user looked at what was in doubt; hunks that they did not decide about stay refused. */
export function withoutDoubts(draft: Draft): Draft {
  const { doubts: _, ...certain } = draft;
  return certain;
}

function withDoubts(draft: Draft, doubts: Doubts): Draft {
  return doubts.hunks.length > 0 || doubts.takenBack > 0 ? { ...draft, doubts } : withoutDoubts(draft);
}

/** The text that it leaves in the file; empty for a new file of which nothing is accepted. */
export function textOf({ review }: Draft): string {
  return acceptedText(review) ?? "";
}

export function outcomeOf(draft: Draft): DraftOutcome {
  const { edit, before, rules, proposed, review } = draft;
  const text = acceptedText(review);
  if (text === proposed.after) return { kind: "asProposed" };
  if (text === undefined || text === before?.text) return { kind: "nothing" };
  const expressed = expressText(edit, before, text, rules);
  return expressed ? { kind: "changed", edit: expressed } : { kind: "impossible" };
}

function allOf(change: FileChange): FileReview {
  return { change, isAccepted: change.hunks.map(() => true) };
}
