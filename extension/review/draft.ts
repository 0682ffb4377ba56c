import { acceptedText, changeOf, type FileChange, type FileReview } from "./changeSet.ts";
import { expressText } from "./expressText.ts";
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

/** With a hunk of the change as it is now accepted or not. */
export function withHunk(draft: Draft, hunk: number, isAccepted: boolean): Draft {
  const { review } = draft;
  return { ...draft, review: { ...review, isAccepted: review.isAccepted.map((was, index) => (index === hunk ? isAccepted : was)) } };
}

/** With another text in place of the one that it has. */
export function withText(draft: Draft, text: string): Draft {
  if (text === textOf(draft)) return draft;
  if (text === draft.proposed.after) return { ...draft, review: allOf(draft.proposed) };
  return { ...draft, review: allOf(changeOf(draft.proposed.path, draft.before?.text, text)) };
}

/** What the user made of `last`, on a draft of the same call against another text: their own text, or the hunks that they refused. */
export function withReviewOf(draft: Draft, last: Draft): Draft {
  if (last.review.change !== last.proposed) return withText(draft, textOf(last));
  const name = (hunk: FileChange["hunks"][number]): string => JSON.stringify(hunk.lines);
  const refused = new Set(last.proposed.hunks.filter((_, index) => last.review.isAccepted[index] === false).map(name));
  return { ...draft, review: { ...draft.review, isAccepted: draft.proposed.hunks.map((hunk) => !refused.has(name(hunk))) } };
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
