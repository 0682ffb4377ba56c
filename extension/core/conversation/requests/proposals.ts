import type { ReviewStep } from "../../../shared/contract/requests/requests.ts";
import { mergePreferringMine } from "../../review/conflictMarkers.ts";
import { getHunkRanges, type HunkRange } from "../../review/hunkRanges.ts";
import { mapToEditorLines, toEditorText, withLineEndsOf } from "../../review/lineEnds.ts";
import { mergeTexts } from "../../review/mergeTexts.ts";
import {
  getReviewedText,
  type ReviewedProposal,
  resetToProposed,
  toWritable,
  withHunk,
  withoutDoubts,
  withReviewedText,
  withTakenBack,
} from "../../review/reviewedProposal.ts";

/**
 * A step of the user's review of a proposal, on its card or in its diff; `text` is in the form that the editor has.
 * `base` is the text that the user edited, if the proposal may have another one by now.
 */
export type ProposalStep =
  | ReviewStep
  | { readonly kind: "text"; readonly text: string; readonly base?: string | undefined };

/** A proposal in the form that an editor shows: both texts with one kind of line end. */
export interface ProposalText {
  /** Absolute path of the file. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** True if the file does not exist before: `before` is empty. */
  readonly isNewFile: boolean;
  /** Positions of the hunks in `after`. */
  readonly hunks: readonly HunkRange[];
}

const rendered = new WeakMap<ReviewedProposal, ProposalText>();

/** Returns the texts of a proposal; the same object each time. */
export function renderProposalText(draft: ReviewedProposal): ProposalText {
  const known = rendered.get(draft);
  if (known) return known;
  const text = render(draft);
  rendered.set(draft, text);
  return text;
}

function render(draft: ReviewedProposal): ProposalText {
  const { proposed, before, review } = draft;
  const text = getReviewedText(draft);
  const toEditor = mapToEditorLines(text);
  const hunks = getHunkRanges(review).map((place) => ({
    ...place,
    start: toEditor(place.start),
    end: toEditor(place.end),
    at: toEditor(place.at),
  }));
  return {
    path: proposed.path,
    before: toEditorText(before?.text ?? ""),
    after: toEditorText(text),
    isNewFile: before === undefined,
    hunks,
  };
}

/** Returns the proposal after a step; the same object if the step changes nothing. */
export function applyProposalStep(draft: ReviewedProposal, step: ProposalStep): ReviewedProposal {
  switch (step.kind) {
    case "hunk":
      return withHunk(draft, step.hunk, step.isAccepted);
    case "reset":
      return resetToProposed(draft);
    case "writable":
      return toWritable(draft);
    case "checked":
      return draft.doubts ? withoutDoubts(draft) : draft;
    case "input":
      return draft;
    case "text":
      return applyText(draft, step.text, step.base);
  }
}

/**
 * Merges an edited text with the current one if it was made from another: where both changed the same lines, the user
 * has to look at them again.
 */
function applyText(draft: ReviewedProposal, text: string, base: string | undefined): ReviewedProposal {
  const current = renderProposalText(draft).after;
  const write = (edited: string): ReviewedProposal =>
    withReviewedText(draft, withLineEndsOf(getReviewedText(draft), edited));
  if (base === undefined || base === current) return write(text);
  const merged = mergeTexts(base, text, current);
  return "text" in merged
    ? write(merged.text)
    : withTakenBack(write(mergePreferringMine(base, text, current)), merged.conflictingLines);
}
