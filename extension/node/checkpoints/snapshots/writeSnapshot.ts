import path from "node:path";
import type { PrivateGit } from "../../git/privateGit.ts";
import type { Candidate } from "../disk/listCandidates.ts";
import { GitIndex } from "../index/gitIndex.ts";
import { formatSideList, formatTree, type SideList } from "../snapshotModel.ts";
import { minPackedTrees } from "../store/storeTrees.ts";
import type { SnapshotReaderOptions } from "./snapshotReader.ts";

/** Stores a snapshot of the tree `files`, and returns its id. */
export async function writeSnapshot(git: PrivateGit, files: string, side: SideList): Promise<string> {
  const list = await git.store("blob", formatSideList(side));
  return git.store(
    "tree",
    formatTree([
      { mode: "40000", name: "files", id: files },
      { mode: "100644", name: "side", id: list },
    ]),
  );
}

/** Stores the files of an index, and returns the name of their tree. */
export async function writeFiles(
  { git, tree }: Pick<SnapshotReaderOptions, "git" | "tree">,
  index: string,
  isSyncedLater: boolean,
): Promise<string> {
  if (new GitIndex(index).count === 0) return git.store("tree", "");
  // Objects that are borrowed are not looked for.
  const args = ["write-tree", "--missing-ok", ...(tree.prefix === "" ? [] : [`--prefix=${tree.prefix}`])];
  return (await git.run(args, { index, isWriting: true, isSyncedLater })).toString("utf8").trim();
}

/** Returns true if files lie in more folders than get a tree of their own. */
export function hasManyFolders(files: readonly Candidate[], gone: readonly string[]): boolean {
  if (files.length + gone.length <= minPackedTrees) return false;
  return (
    new Set([...gone, ...files.map(({ path: name }) => name)].map((name) => path.posix.dirname(name))).size >
    minPackedTrees
  );
}
