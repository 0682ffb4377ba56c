import type { Folds } from "./folds.svelte.ts";

/** Number of levels that are open at first, maximum depth of the tree, and number of members drawn at once. */
const openLevels = 2;
const maxLevels = 30;
const step = 200;

/** A token of JSON: a string, a number or whitespace. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\s+/g;

/**
 * Returns the object or array that a JSON text represents. Undefined for any other text, and for a text that contains
 * more than its value: a number with too many digits, a duplicate key, or an order of keys that would be lost. Such a
 * text is shown unchanged.
 */
export function buildTree(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return undefined;
    return text.replace(token, normalize) === JSON.stringify(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function normalize(part: string): string {
  if (part.trim() === "") return "";
  if (part.startsWith('"')) return JSON.stringify(JSON.parse(part));
  const number = Number(part);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? JSON.stringify(number) : part;
}

/** Returns whether a member at this depth is drawn as a branch. */
export function isBranch(member: unknown, depth: number): member is object {
  return depth < maxLevels && typeof member === "object" && member !== null && Object.keys(member).length > 0;
}

export const getMemberPath = (path: string, member: string): string => `${path}/${member}`;

/** Returns whether a branch is open, by default or by the user's choice. */
export function isBranchOpen(folds: Folds, path: string, depth: number): boolean {
  return folds.isOpen(`${path} turned`) !== depth < openLevels;
}

export function setBranchOpen(folds: Folds, path: string, depth: number, isOpen: boolean): void {
  folds.setOpen(`${path} turned`, isOpen !== depth < openLevels);
}

/** Returns the number of members of a branch that are drawn. */
export function countShownMembers(folds: Folds, path: string): number {
  let shown = step;
  while (folds.isOpen(`${path} past ${shown}`)) shown += step;
  return shown;
}

export function showMore(folds: Folds, path: string): void {
  folds.setOpen(`${path} past ${countShownMembers(folds, path)}`, true);
}

/** Unfolds all branches that hide a member that the search looks for. */
export function unfoldSought(value: object, folds: Folds, path: string, depth = 0): void {
  Object.entries(value).forEach(([name, member], index) => {
    // Array indexes are not part of the text.
    if (!folds.isSought(() => `${Array.isArray(value) ? "" : `${JSON.stringify(name)}:`}${JSON.stringify(member)}`))
      return;
    while (countShownMembers(folds, path) <= index) showMore(folds, path);
    if (!isBranch(member, depth)) return;
    const inside = getMemberPath(path, name);
    setBranchOpen(folds, inside, depth + 1, true);
    unfoldSought(member, folds, inside, depth + 1);
  });
}
