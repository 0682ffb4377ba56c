import type { Folds } from "./folds.svelte.ts";

/** Levels that are open at first, the deepest that is drawn as a tree, and how many members are drawn at once. */
const openLevels = 2;
const maxLevels = 30;
const step = 200;

/** Whether a member of an object or a list at this depth has a level of its own. */
export function isBranch(member: unknown, depth: number): member is object {
  return depth < maxLevels && typeof member === "object" && member !== null && Object.keys(member).length > 0;
}

export const getMemberPath = (path: string, member: string): string => `${path}/${member}`;

/** Whether a branch is open: by itself, or turned by somebody. */
export function isBranchOpen(folds: Folds, path: string, depth: number): boolean {
  return folds.isOpen(`${path} turned`) !== depth < openLevels;
}

export function setBranchOpen(folds: Folds, path: string, depth: number, isOpen: boolean): void {
  folds.setOpen(`${path} turned`, isOpen !== depth < openLevels);
}

/** How many members of a branch are drawn. */
export function countShownMembers(folds: Folds, path: string): number {
  let shown = step;
  while (folds.isOpen(`${path} past ${shown}`)) shown += step;
  return shown;
}

export function showMore(folds: Folds, path: string): void {
  folds.setOpen(`${path} past ${countShownMembers(folds, path)}`, true);
}

/** Unfolds whatever hides a member that is sought. */
export function unfoldSought(value: object, folds: Folds, path: string, depth = 0): void {
  Object.entries(value).forEach(([name, member], index) => {
    // The numbers of a list are nobody's words.
    if (!folds.isSought(() => `${Array.isArray(value) ? "" : `${JSON.stringify(name)}:`}${JSON.stringify(member)}`)) return;
    while (countShownMembers(folds, path) <= index) showMore(folds, path);
    if (!isBranch(member, depth)) return;
    const inside = getMemberPath(path, name);
    setBranchOpen(folds, inside, depth + 1, true);
    unfoldSought(member, folds, inside, depth + 1);
  });
}
