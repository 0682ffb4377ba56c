import { stringAt } from "../../base/read.ts";
import { textOf } from "../../review/draft.ts";
import type { SavedText } from "../keptTexts.ts";
import type { OpenPermission } from "./openRequests.ts";

/** What the user wrote for a request, with what it stands against; undefined where they wrote nothing. */
export function ownText({ id, lastDraft, draft = lastDraft, input, view }: OpenPermission): (SavedText & { readonly theirs?: string | undefined }) | undefined {
  const kept = { id, code: "keptVersion" } as const;
  if (draft && view.kind === "permission" && draft.review.change !== draft.proposed)
    return { ...kept, subject: view.subject, path: draft.proposed.path, mine: textOf(draft), theirs: draft.before?.text };
  const plan = view.kind === "plan" ? stringAt(input, "plan") : undefined;
  if (plan !== undefined) return { ...kept, subject: "Plan.md", path: "/Plan.md", mine: plan };
  return view.kind === "permission" && view.isInputEdited && view.editable
    ? { ...kept, subject: view.tool, path: `/${view.tool}.txt`, mine: view.editable.text }
    : undefined;
}
