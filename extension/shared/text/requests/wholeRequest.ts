import type { PermissionView, RequestView } from "../../contract/requests/requests.ts";
import { formatRequestLabel } from "./cards.ts";
import { formatNote } from "./requestNotes.ts";

/** Number of characters of a tree row that fit into a side bar of the usual width. */
const rowLength = 40;

/** Number of characters of a line that a list of the editor shows untruncated. */
export const listLength = 64;

/**
 * Returns true if a row with the label of a request shows everything that the card of it shows, so that it can be
 * allowed there. `isChangeShown`: the user saw the whole change of a proposal in this revision.
 */
export function isWholeInRow(view: RequestView, isChangeShown: boolean): boolean {
  if (view.kind !== "permission" || !canBeAllowed(view, isChangeShown)) return false;
  const label = formatRequestLabel(view);
  const { title, subject, body = subject, notes } = view;
  return isPlain(label) && label.length <= rowLength && title === undefined && body === subject && notes.length === 0;
}

/** Returns what text can show of the card of a request, by lines. */
export function getRequestLines(view: RequestView): readonly string[] {
  const label = formatRequestLabel(view);
  if (view.kind !== "permission") return [label];
  const { title, subject, body = subject, proposal } = view;
  return [
    ...[label, ...(title === undefined ? [] : [title]), ...(body === subject ? [] : body.split("\n"))],
    ...[...(proposal && !proposal.problem ? [`+${proposal.added} −${proposal.removed}`] : []), ...getNotes(view)],
  ];
}

/**
 * Returns everything that a request's card shows besides its label, as lines of at most `length` characters. The
 * request can be allowed where only these are visible. Undefined if they are incomplete, or if the request needs more
 * than a confirmation. `isChangeShown`: the user saw the whole change of a proposal in this revision.
 */
export function formatWholeRequest(
  view: RequestView,
  length: number,
  isChangeShown = false,
): readonly string[] | undefined {
  if (view.kind !== "permission" || !canBeAllowed(view, isChangeShown)) return undefined;
  const lines = [...(view.title === undefined ? [] : [view.title]), view.body ?? view.subject, ...getNotes(view)];
  return [formatRequestLabel(view), ...lines].every((line) => isWholeLine(line, length)) ? lines : undefined;
}

/**
 * Returns the same as lines of any length, below the tool, for a dialog that shows a long request in parts. Undefined
 * if text cannot show everything, or if the request needs more than a confirmation.
 */
export function formatLongRequest(view: RequestView, isChangeShown: boolean): readonly string[] | undefined {
  if (view.kind !== "permission" || !canBeAllowed(view, isChangeShown)) return undefined;
  const [label = "", ...lines] = getRequestLines(view);
  // Elsewhere the body is all of what the label shows in part.
  return [view.body === undefined || view.body === view.subject ? label : view.tool, ...lines];
}

/** Returns true if the request needs only a confirmation, and the user saw everything that text does not show. */
function canBeAllowed(view: PermissionView, isChangeShown: boolean): boolean {
  if (view.isDenyOnly || view.needsCard || view.isDenyDefault || view.bodyOmitted > 0 || view.requiredReview)
    return false;
  return !view.proposal || (!view.proposal.problem && isChangeShown);
}

function getNotes({ notes }: PermissionView): string[] {
  return notes.map(formatNote).map(({ label, value }) => `${label}: ${value}`);
}

/** Returns true if a line is shown untruncated where there is room for some number of usual characters. */
export function isWholeLine(line: string, length: number): boolean {
  return isPlain(line) && line.length <= length;
}

/**
 * Returns true if the line has only characters of known width: wider letters would make the end of a row unpredictable.
 */
function isPlain(line: string): boolean {
  return /^[\x20-\x7e·–—…−↳“”]*$/.test(line);
}
