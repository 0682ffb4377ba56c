import type { GitCall, PrivateGit } from "../../git/privateGit.ts";
import type { Candidates } from "../disk/listCandidates.ts";
import { storeFiles } from "../store/storeContents.ts";
import { hasStatsOfGit, NewIndex } from "./newIndex.ts";

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
    await git.run(["update-index", "-z", ...how, "--stdin"], { ...call, index, input: names.map((name) => `${name}\0`).join(""), isWriting: true });
  };
  await update(["--force-remove"], gone);
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
