import type { RequestView } from "../../contract/requests/requests.ts";
import type { RequestNote } from "../../contract/tools.ts";
import type { OpenPermission } from "./openRequests.ts";

/** Returns whether two reads of the disk had the same result. */
export function isSameFile(
  { proposal: one, wholeChange, view: left }: OpenPermission,
  { proposal: other, wholeChange: again, view: right }: OpenPermission,
): boolean {
  if (one && other) return one.before?.text === other.before?.text;
  if (wholeChange || again) return wholeChange?.before === again?.before && wholeChange?.after === again?.after;
  const problem = (view: RequestView): string | undefined => (view.kind === "permission" ? view.proposal?.problem : undefined);
  return !one && !other && problem(left) === problem(right);
}

/** Returns the notes of a card besides the input. */
export function getCardNotes(view: RequestView): readonly RequestNote[] {
  return view.kind === "permission" ? view.notes : [];
}

/** Returns whether two views of the same text have the same notes, ignoring `changedSince`. */
export function hasSameContent(left: RequestView, right: RequestView): boolean {
  const kinds = (view: RequestView): string => JSON.stringify(getCardNotes(view).filter((note) => note.kind !== "changedSince"));
  return kinds(left) === kinds(right);
}
