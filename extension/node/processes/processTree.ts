import type { ListedProcess } from "./processTools.ts";

/** A process that runs, or that ran until some time. */
export interface TreeRoot {
  readonly pid: number;
  /** Microseconds since the epoch. */
  readonly startedAt: number;
  /** Latest possible end, if known, in microseconds since the epoch. */
  readonly endedAt?: number | undefined;
}

/**
 * Finds the processes among `listed` that are one of the roots or their descendants, each after its parent. Another
 * process may have the id of a child's parent by now, so a child counts only where its start time fits.
 */
export function collectTree(roots: readonly TreeRoot[], listed: readonly ListedProcess[]): ListedProcess[] {
  const byId = new Map(listed.map((each) => [each.pid, each]));
  const found = new Map<number, ListedProcess>();
  const visit = (parent: TreeRoot): void => {
    const holder = byId.get(parent.pid);
    const isThere = holder?.startedAt === parent.startedAt;
    if (isThere) {
      if (found.has(holder.pid)) return;
      found.set(holder.pid, holder);
    }
    for (const child of listed) {
      if (child.parent !== parent.pid || child.pid === parent.pid || child.startedAt < parent.startedAt) continue;
      if (child.startedAt > (parent.endedAt ?? Number.POSITIVE_INFINITY)) continue;
      // The process that has the id now may have started the child.
      if (!isThere && holder && holder.startedAt <= child.startedAt) continue;
      visit(child);
    }
  };
  for (const root of roots) visit(root);
  return [...found.values()];
}
