import type { RequestView } from "../contract/requests.ts";
import { noteText, requestLabel } from "./requests.ts";

/**
 * Everything that the card of a request says beside its label, as lines of at most `length` characters: what can be allowed where only these stand.
 * Undefined where that is not all, or where more than a yes is asked.
 */
export function wholeRequest(view: RequestView, length: number): readonly string[] | undefined {
  if (view.kind !== "permission" || view.isDenyOnly || view.needsCard || view.isDenyDefault || view.proposal || view.bodyOmitted > 0) return undefined;
  const notes = view.notes.map(noteText).map(({ label, value }) => `${label}: ${value}`);
  const lines = [...(view.title === undefined ? [] : [view.title]), view.body ?? view.subject, ...notes];
  // Where a row ends nobody knows of letters that are wider than most.
  const isShort = (line: string): boolean => line.length <= length && /^[\x20-\x7e·–—…−]*$/.test(line);
  return [requestLabel(view), ...lines].every(isShort) ? lines : undefined;
}
