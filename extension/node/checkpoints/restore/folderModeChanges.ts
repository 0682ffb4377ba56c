import path from "node:path";
import type { PrivateGit } from "../../git/privateGit.ts";
import { statItself } from "../disk/compareDisk.ts";
import type { FolderParts } from "../folderParts.ts";
import { getParents } from "../index/paths.ts";
import type { SideList } from "../snapshotModel.ts";
import type { Journal } from "./restoreModel.ts";

type FolderModes = NonNullable<Journal["folderModes"]>;

/** The side lists of the state before a restore and of its target, and the snapshot of the target. */
export interface RestoreSides {
  readonly before: SideList;
  readonly after: SideList;
  readonly target: string;
}

/**
 * Returns the folders whose permission bits differ, as steps of a restore; none where one of the lists does not have
 * those of folders. A folder that the target does not have, as one with nothing but ignored files, keeps its own.
 */
export async function compareFolderModes(
  { root, snapshots }: Pick<FolderParts, "root" | "snapshots">,
  states: RestoreSides,
  isMeant: (name: string) => boolean,
): Promise<FolderModes> {
  const [before, after] = [states.before.folderModes, states.after.folderModes];
  if (!before || !after) return [];
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name) && isMeant(name),
  );
  const unlisted = names.filter((name) => !after.has(name));
  const known =
    unlisted.length === 0
      ? new Set()
      : new Set([
          ...(await listFolders(snapshots.git, states.target, unlisted)),
          ...withParents(states.after.emptyFolders),
        ]);
  return names
    .filter((name) => after.has(name) || known.has(name))
    .map((name) => ({
      path: name,
      mode: after.get(name),
      modeBefore: before.get(name) ?? readMode(path.join(root, name)),
    }));
}

/** Maximum number of paths on a command line. */
const maxPaths = 100;

/** Returns those of the folders that have files in a snapshot. */
async function listFolders(git: PrivateGit, snapshot: string, folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (let at = 0; at < folders.length; at += maxPaths) {
    const args = [
      "ls-tree",
      "-d",
      "-z",
      "--name-only",
      "--full-tree",
      `${snapshot}:files`,
      "--",
      ...folders.slice(at, at + maxPaths),
    ];
    found.push(...(await git.run(args)).toString("utf8").split("\0").filter(Boolean));
  }
  return found;
}

function withParents(folders: readonly string[]): readonly string[] {
  return folders.flatMap((name) => [name, ...getParents(name)]);
}

/** Returns the permission bits of a folder; undefined without one. */
function readMode(folder: string): number | undefined {
  const stats = statItself(folder);
  return stats?.isDirectory() ? stats.mode & 0o7777 : undefined;
}
