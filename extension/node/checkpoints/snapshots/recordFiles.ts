import path from "node:path";
import type { GitCall, PrivateGit } from "../../git/privateGit.ts";
import { statItself } from "../disk/compareDisk.ts";
import type { Candidates } from "../disk/listCandidates.ts";
import { hasStatsOfGit, NewIndex } from "../index/newIndex.ts";
import { storeFiles } from "../store/storeContents.ts";

/** Number of new contents above which they go into one pack instead of a file each. */
export const minPacked = 100;

/** The index of a new snapshot. */
export interface RecordedIndex {
  readonly file: string;
  /** True if it has no entries yet. */
  readonly isEmpty: boolean;
}

/** Records the files that differ in an index, and stores their contents. */
export async function recordFiles(
  git: PrivateGit,
  { file: index, isEmpty }: RecordedIndex,
  { files, gone }: Pick<Candidates, "files" | "gone">,
  call: Pick<GitCall, "signal" | "isSyncedLater">,
): Promise<void> {
  const update = async (how: readonly string[], names: readonly string[]): Promise<void> => {
    if (names.length === 0) return;
    await git.run(["update-index", "-z", ...how, "--stdin"], {
      ...call,
      index,
      input: names.map((name) => `${name}\0`).join(""),
      isWriting: true,
    });
  };
  const setBack = files.map(({ path: name }) => name).filter((name) => wasSetBack(path.join(git.workTree, name)));
  await update(["--force-remove"], [...gone, ...setBack]);
  const isMany = files.length > minPacked;
  const created = isMany && isEmpty && hasStatsOfGit() ? new NewIndex() : undefined;
  const left = isMany ? await storeFiles(git, files, { ...call, index: created }) : files;
  await created?.write(index);
  // A file that vanished meanwhile is removed.
  await update(
    ["--add", "--remove", "--replace"],
    left.map(({ path: name }) => name),
  );
}

/**
 * Returns whether a file changed in a later second than its time of modification says. Git compares whole seconds, so
 * it reads such a file again only if the index has no entry of it.
 */
function wasSetBack(file: string): boolean {
  const stats = statItself(file);
  return stats !== undefined && Math.floor(stats.mtimeMs / 1000) !== Math.floor(stats.ctimeMs / 1000);
}
