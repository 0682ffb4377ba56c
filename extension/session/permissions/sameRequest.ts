import type { RequestView } from "../../contract/requests.ts";
import type { RequestNote } from "../../contract/tools.ts";
import type { OpenPermission } from "./openRequests.ts";

/** Whether two looks at the disk saw the same. */
export function isSameFile({ draft: one, fixed, view: left }: OpenPermission, { draft: other, fixed: again, view: right }: OpenPermission): boolean {
  if (one && other) return one.before?.text === other.before?.text;
  if (fixed || again) return fixed?.before === again?.before && fixed?.after === again?.after;
  const problem = (view: RequestView): string | undefined => (view.kind === "permission" ? view.proposal?.problem : undefined);
  return !one && !other && problem(left) === problem(right);
}

/** What the card says beside the input. */
export function notesOf(view: RequestView): readonly RequestNote[] {
  return view.kind === "permission" ? view.notes : [];
}

/** Whether two looks at the same text say the same of it, but for that it changed once. */
export function saysSame(left: RequestView, right: RequestView): boolean {
  const kinds = (view: RequestView): string => JSON.stringify(notesOf(view).filter((note) => note.kind !== "changedSince"));
  return kinds(left) === kinds(right);
}
