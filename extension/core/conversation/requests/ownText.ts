import { readString } from "../../../shared/base/read.ts";
import { getReviewedText } from "../../review/reviewedProposal.ts";
import type { UnwrittenTextRecord } from "../files/unwrittenTexts.ts";
import type { OpenPermission } from "./openPermission.ts";

/**
 * Returns the text that the user wrote for a request, with the text to compare it with; undefined if the user wrote
 * none.
 */
export function getOwnText({
  id,
  lastProposal,
  proposal = lastProposal,
  input,
  view,
}: OpenPermission): (UnwrittenTextRecord & { readonly theirs?: string | undefined }) | undefined {
  const kept = { id, code: "keptVersion" } as const;
  if (proposal && view.kind === "permission" && proposal.review.change !== proposal.proposed)
    return {
      ...kept,
      subject: view.subject,
      path: proposal.proposed.path,
      mine: getReviewedText(proposal),
      theirs: proposal.before?.text,
    };
  const plan = view.kind === "plan" ? readString(input, "plan") : undefined;
  if (plan !== undefined) return { ...kept, subject: "Plan.md", path: "/Plan.md", mine: plan };
  return view.kind === "permission" && view.isInputEdited && view.editable
    ? { ...kept, subject: view.tool, path: `/${view.tool}.txt`, mine: view.editable.text }
    : undefined;
}
