import type { RequestView } from "../../contract/requests.ts";
import type { RequestNote } from "../../contract/tools.ts";
import type { OpenPermission } from "./openRequests.ts";

/** Whether two looks at the disk saw the same. */
export function isSameFile(
  { proposal: one, wholeChange, view: left }: OpenPermission,
  { proposal: other, wholeChange: again, view: right }: OpenPermission,
): boolean {
  if (one && other) return one.before?.text === other.before?.text;
  if (wholeChange || again) return wholeChange?.before === again?.before && wholeChange?.after === again?.after;
  const problem = (view: RequestView): string | undefined => (view.kind === "permission" ? view.proposal?.problem : undefined);
  return !one && !other && problem(left) === problem(right);
}

/** What the card says beside the input. */
export function getCardNotes(view: RequestView): readonly RequestNote[] {
  return view.kind === "permission" ? view.notes : [];
}

/** Whether two looks at the same text say the same of it, but for that it changed once. */
export function hasSameContent(left: RequestView, right: RequestView): boolean {
  const kinds = (view: RequestView): string => JSON.stringify(getCardNotes(view).filter((note) => note.kind !== "changedSince"));
  return kinds(left) === kinds(right);
}
