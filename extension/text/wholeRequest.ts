import type { RequestView } from "../contract/requests.ts";
import { noteText } from "./requestNotes.ts";
import { requestLabel } from "./requests.ts";

/** Characters of a row of a tree that stand there uncut in a side bar of the usual width. */
const rowLength = 40;

/** Whether the row of a request in a tree says all that its card does, so that it can be allowed there. */
export function isWholeInRow(view: RequestView, isChangeShown: boolean): boolean {
  return wholeRequest(view, rowLength, isChangeShown)?.length === 1;
}

/**
 * Everything that the card of a request says beside its label, as lines of at most `length` characters: what can be allowed where only these stand.
 * Undefined where that is not all, or where more than a yes is asked. `isChangeShown`: all of the change of a proposal was on a screen in
 * this revision.
 */
export function wholeRequest(view: RequestView, length: number, isChangeShown = false): readonly string[] | undefined {
  if (view.kind !== "permission" || view.isDenyOnly || view.needsCard || view.isDenyDefault || view.bodyOmitted > 0) return undefined;
  if (view.reviewNeeded || (view.proposal && (view.proposal.problem || !isChangeShown))) return undefined;
  const notes = view.notes.map(noteText).map(({ label, value }) => `${label}: ${value}`);
  const lines = [...(view.title === undefined ? [] : [view.title]), view.body ?? view.subject, ...notes];
  // Where a row ends nobody knows of letters that are wider than most.
  const isShort = (line: string): boolean => line.length <= length && /^[\x20-\x7e·–—…−]*$/.test(line);
  return [requestLabel(view), ...lines].every(isShort) ? lines : undefined;
}
