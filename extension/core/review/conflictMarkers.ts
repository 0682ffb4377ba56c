import { mergeRegions } from "./mergeRegions.ts";

/** Names of the two sides, as shown on the markers. */
export interface SideNames {
  readonly mine: string;
  readonly theirs: string;
}

/** A merged text, and the number of conflicts between markers in it. */
export interface MarkedText {
  readonly text: string;
  readonly conflicts: number;
}

/**
 * Merges two texts that were each made from `base`, as `mergeTexts` does, and leaves both sides of a conflict in the
 * text between git's markers, which the editor offers to resolve. No line of either side is lost.
 */
export function mergeWithMarkers(base: string, mine: string, theirs: string, names: SideNames): MarkedText {
  let conflicts = 0;
  const text = mergeRegions(base, mine, theirs, ({ ours, others }) => {
    conflicts++;
    return [`<<<<<<< ${names.mine}\n`, ended(ours), "=======\n", ended(others), `>>>>>>> ${names.theirs}\n`].join("");
  });
  return { text, conflicts };
}

/**
 * Merges two texts that were each made from `base`, as `mergeTexts` does, and keeps the lines of `mine` where both
 * changed the same lines.
 */
export function mergePreferringMine(base: string, mine: string, theirs: string): string {
  return mergeRegions(base, mine, theirs, ({ ours }) => ours);
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
