import { t } from "@vscode/l10n";
import type { PermissionView, RequestView } from "../../contract/requests/requests.ts";
import { formatNote } from "./requestNotes.ts";
import { formatRequestLabel } from "./requests.ts";

/** Number of characters of a tree row that fit into a side bar of the usual width; `childLength` is the number for a row below it. */
const rowLength = 40;
const childLength = 36;
/** Maximum number of rows below a request. */
const maxRows = 12;

/** The rows of a tree below the label of a request. */
interface RequestRows {
  readonly rows: readonly string[];
  /** Label and rows show everything that the card shows, and the request needs only a confirmation: it can be allowed in the tree. */
  readonly isWhole: boolean;
}

/** Returns true if a tree row and the rows below it show everything that the card of a request shows, so that it can be allowed there. */
export function isWholeInRow(view: RequestView, isChangeShown: boolean): boolean {
  return getRequestRows(view, isChangeShown).isWhole;
}

/** Returns the content of a request's card as untruncated rows; only the first rows if the tree has no room for all. */
export function getRequestRows(view: RequestView, isChangeShown: boolean): RequestRows {
  if (view.kind !== "permission") return { rows: [], isWhole: false };
  const label = formatRequestLabel(view);
  const isLabelUncut = isPlain(label) && label.length <= rowLength;
  const { title, body, subject, proposal } = view;
  // The label already shows the body.
  const isBodySaid = isLabelUncut && (body ?? subject) === subject;
  const rows = [
    ...(title === undefined ? [] : [title]),
    ...(isLabelUncut || body === undefined || body.includes(subject) ? [] : [subject]),
    ...(isBodySaid ? [] : [body ?? subject]),
    ...(proposal && !proposal.problem ? [`+${proposal.added} −${proposal.removed}`] : []),
    ...getNotes(view),
  ].flatMap((text) => text.split("\n").flatMap(wrap));
  const isUncut = rows.length <= maxRows && rows.every(isPlain) && view.tool.length < rowLength / 2;
  const shown = rows.length <= maxRows ? rows : [...rows.slice(0, maxRows - 1), t("More on its card…")];
  return { rows: shown, isWhole: isUncut && canBeAllowed(view, isChangeShown) };
}

/**
 * Returns everything that a request's card shows besides its label, as lines of at most `length` characters. The request can be allowed where
 * only these are visible. Undefined if they are incomplete, or if the request needs more than a confirmation. `isChangeShown`: the user saw
 * the whole change of a proposal in this revision.
 */
export function formatWholeRequest(view: RequestView, length: number, isChangeShown = false): readonly string[] | undefined {
  if (view.kind !== "permission" || !canBeAllowed(view, isChangeShown)) return undefined;
  const lines = [...(view.title === undefined ? [] : [view.title]), view.body ?? view.subject, ...getNotes(view)];
  return [formatRequestLabel(view), ...lines].every((line) => isPlain(line) && line.length <= length) ? lines : undefined;
}

/** Returns true if the request needs only a confirmation, and the user saw everything that text does not show. */
function canBeAllowed(view: PermissionView, isChangeShown: boolean): boolean {
  if (view.isDenyOnly || view.needsCard || view.isDenyDefault || view.bodyOmitted > 0 || view.requiredReview) return false;
  return !view.proposal || (!view.proposal.problem && isChangeShown);
}

function getNotes({ notes }: PermissionView): string[] {
  return notes.map(formatNote).map(({ label, value }) => `${label}: ${value}`);
}

/** Returns true if the line has only characters of known width: wider letters would make the end of a row unpredictable. */
function isPlain(line: string): boolean {
  return /^[\x20-\x7e·–—…−↳]*$/.test(line);
}

/** Wraps a line into rows and marks each row after the first one, so that it differs from a new line of the command. */
function wrap(line: string): string[] {
  const rows: string[] = [];
  let rest = line;
  for (;;) {
    const mark = rows.length === 0 ? "" : "↳ ";
    const room = childLength - mark.length;
    if (rest.length <= room) return [...rows, `${mark}${rest}`];
    const blank = rest.lastIndexOf(" ", room - 1);
    const end = blank > room / 2 ? blank + 1 : room;
    rows.push(`${mark}${rest.slice(0, end)}`);
    rest = rest.slice(end);
  }
}
