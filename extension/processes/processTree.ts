import type { ListedProcess } from "./processTools.ts";

/** A process that runs, or that ran until some time. */
export interface TreeRoot {
  readonly pid: number;
  /** Microseconds since the epoch. */
  readonly startedAt: number;
  /** When it ended at the latest, if that is known, in microseconds since the epoch. */
  readonly endedAt?: number | undefined;
}

/**
 * Finds the processes among `listed` that are one of the roots or were started by one, each after its parent. A child names its
 * parent by an id that may be another process's by now: it counts only where its start time fits.
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
      // Whoever has the id now may have started it.
      if (!isThere && holder && holder.startedAt <= child.startedAt) continue;
      visit(child);
    }
  };
  for (const root of roots) visit(root);
  return [...found.values()];
}
