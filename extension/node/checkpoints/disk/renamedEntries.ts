import type { IndexEntry } from "../index/indexEntry.ts";
import { DiskNames } from "./caseNames.ts";
import { lookAtEach } from "./compareDisk.ts";
import type { ListOptions } from "./listCreated.ts";

/**
 * Finds the entries of the index whose files were renamed in case only, which git does not notice: their names, and the
 * new ones.
 */
export async function findRenamed({
  git,
  entries,
  signal,
}: ListOptions): Promise<{ readonly names: ReadonlySet<string>; readonly renamed: readonly string[] }> {
  const names = new Set<string>();
  const renamed: string[] = [];
  if (!git.ignoresCase || !entries.isReadable) return { names, renamed };
  const disk = new DiskNames(git.workTree);
  const look = ({ path: name }: IndexEntry): void => {
    const spelled = disk.spell(name);
    if (spelled === undefined || spelled === name) return;
    names.add(name);
    renamed.push(spelled);
  };
  await lookAtEach(entries.entries(), look, signal);
  return { names, renamed };
}
