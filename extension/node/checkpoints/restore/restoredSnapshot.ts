import type { RestoreStep } from "../../../core/conversation/ports/fileHistory.ts";
import { isIgnoreFile } from "../index/paths.ts";
import { formatSideList } from "../snapshotModel.ts";
import { listModes } from "../snapshots/compareSnapshots.ts";
import type { Snapshots } from "../snapshots/snapshots.ts";

export interface WholeRestore {
  /** The snapshot right before the restore. */
  readonly before: string;
  readonly target: string;
  /** Steps by path relative to the folder. */
  readonly steps: ReadonlyMap<string, RestoreStep>;
}

/**
 * Returns true if a restore that succeeded leads exactly to its target: all that differed was restored, and the files
 * that are covered are the same. A snapshot of the folder is then the target itself.
 */
export async function leadsToTarget(snapshots: Snapshots, { before, target, steps }: WholeRestore): Promise<boolean> {
  const [now, then, { changes, ignored }] = await Promise.all([
    snapshots.readSideList(before),
    snapshots.readSideList(target),
    snapshots.compare(before, target),
  ]);
  const isRestored = (name: string): boolean => steps.get(name)?.kind === "restore";
  // Other rules would cover other files.
  if (ignored.length > 0 || changes.some(({ path }) => !isRestored(path) || isIgnoreFile(path))) return false;
  if ([...steps.values()].some(({ kind }) => kind !== "restore")) return false;
  if (!listModes(changes, now, then).every(isRestored)) return false;
  return formatSideList({ ...then, gaps: now.gaps, excludes: now.excludes, rules: now.rules }) === formatSideList(then);
}
