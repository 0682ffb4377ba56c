import type { SideList, SnapshotComparison, TreeChange } from "../snapshotModel.ts";

/** Compares and reads snapshots of one folder. */
interface ComparedSnapshots {
  compare(before: string, after: string): Promise<SnapshotComparison>;
  readSideList(id: string): Promise<SideList>;
}

/** Returns the paths of the files that differ between two snapshots in anything, also in their permissions alone. */
export async function listChanged(snapshots: ComparedSnapshots, from: string, to: string): Promise<readonly string[]> {
  const [{ changes }, before, after] = await Promise.all([
    snapshots.compare(from, to),
    snapshots.readSideList(from),
    snapshots.readSideList(to),
  ]);
  return [...changes.map(({ path }) => path), ...listModes(changes, before, after)];
}

/** Returns the files of which only the permissions differ. */
export function listModes(
  changes: readonly TreeChange[],
  before: Pick<SideList, "modes">,
  after: Pick<SideList, "modes">,
): readonly string[] {
  const known = new Set(changes.map(({ path }) => path));
  const names = new Set([...before.modes.keys(), ...after.modes.keys()]);
  return [...names].filter((name) => !known.has(name) && before.modes.get(name) !== after.modes.get(name));
}
