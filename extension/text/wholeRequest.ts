import { t } from "@vscode/l10n";
import type { PermissionView, RequestView } from "../contract/requests.ts";
import { formatNote } from "./requestNotes.ts";
import { formatRequestLabel } from "./requests.ts";

/** Characters of a row of a tree, and of one below it, that stand there uncut in a side bar of the usual width. */
const rowLength = 40;
const childLength = 36;
/** Rows below a request. */
const maxRows = 12;

/** What the tree shows of a request below its label. */
interface RequestRows {
  readonly rows: readonly string[];
  /** Label and rows say all that the card does, and a yes is all that is asked: it can be allowed there. */
  readonly isWhole: boolean;
}

/** Whether the row of a request in a tree, with those below it, says all that its card does, so that it can be allowed there. */
export function isWholeInRow(view: RequestView, isChangeShown: boolean): boolean {
  return requestRows(view, isChangeShown).isWhole;
}

/** Returns what the card of a request says, as rows that are not cut; of more than the tree has room for the first ones. */
export function requestRows(view: RequestView, isChangeShown: boolean): RequestRows {
  if (view.kind !== "permission") return { rows: [], isWhole: false };
  const label = formatRequestLabel(view);
  const isLabelUncut = isPlain(label) && label.length <= rowLength;
  const { title, body, subject, proposal } = view;
  // The label says it already.
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
 * Everything that the card of a request says beside its label, as lines of at most `length` characters: what can be allowed where only these stand.
 * Undefined where that is not all, or where more than a yes is asked. `isChangeShown`: all of the change of a proposal was on a screen in
 * this revision.
 */
export function formatWholeRequest(view: RequestView, length: number, isChangeShown = false): readonly string[] | undefined {
  if (view.kind !== "permission" || !canBeAllowed(view, isChangeShown)) return undefined;
  const lines = [...(view.title === undefined ? [] : [view.title]), view.body ?? view.subject, ...getNotes(view)];
  return [formatRequestLabel(view), ...lines].every((line) => isPlain(line) && line.length <= length) ? lines : undefined;
}

/** Whether a yes is all that is asked, and what is not told in words was on a screen. */
function canBeAllowed(view: PermissionView, isChangeShown: boolean): boolean {
  if (view.isDenyOnly || view.needsCard || view.isDenyDefault || view.bodyOmitted > 0 || view.requiredReview) return false;
  return !view.proposal || (!view.proposal.problem && isChangeShown);
}

function getNotes({ notes }: PermissionView): string[] {
  return notes.map(formatNote).map(({ label, value }) => `${label}: ${value}`);
}

/** Where a row ends nobody knows of letters that are wider than most. */
function isPlain(line: string): boolean {
  return /^[\x20-\x7e·–—…−↳]*$/.test(line);
}

/** A line as rows, each after the first one with a mark: a new line of a command looks different. */
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
