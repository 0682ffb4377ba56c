import path from "node:path";
import { eachConcurrently } from "../../../shared/base/eachConcurrently.ts";
import { getParents } from "../index/paths.ts";
import type { RestoreFiles } from "./restoreFiles.ts";
import { groupOperations, type Journal, type Operation } from "./restoreModel.ts";
import { LostContent } from "./stageContents.ts";

/**
 * Maximum number of files that are moved or removed at once: a disk can take long for each, for instance where it
 * discards what the old one took.
 */
export const maxConcurrent = 8;

export interface RollBackOptions {
  readonly files: RestoreFiles;
  readonly journal: Journal;
  /** The steps that were carried out. */
  readonly done: readonly Operation[];
  /** Creates the folder for staged files. */
  readonly createStaged: () => Promise<string>;
  readonly removeStaged: (staged: string) => Promise<void>;
}

/**
 * Takes steps back, the last one first, with folders and permissions. Returns the paths where that failed. Never
 * rejects.
 */
export async function rollBack({
  files,
  journal,
  done,
  createStaged,
  removeStaged,
}: RollBackOptions): Promise<readonly string[]> {
  const isDone = new Set(done);
  const back = [...journal.operations]
    .reverse()
    .filter((each) => isDone.has(each))
    .map(
      (each): Operation => ({
        path: each.from ?? each.path,
        from: each.from === undefined ? undefined : each.path,
        before: each.after,
        after: each.before,
        mode: each.modeBefore,
      }),
    );
  let created: string | undefined;
  const failed: string[] = [];
  const kept = withParents(journal.removeFolders);
  const { folderModes = [] } = journal;
  try {
    const staged = await createStaged();
    created = staged;
    await files.openFolders(folderModes);
    for (const { path: name, modeBefore } of journal.modes)
      await files.setMode(name, modeBefore).catch(() => failed.push(name));
    const lost = await stageEach(files, back, staged);
    failed.push(...[...lost].map(({ path: name }) => name));
    for (const folder of deepestFirst(journal.createFolders, (name) => name)) await files.removeFolder(folder, kept);
    for (const group of groupOperations(back))
      await eachConcurrently(
        group.filter(({ operation }) => !lost.has(operation)),
        maxConcurrent,
        ({ number, operation }) =>
          files.apply(operation, path.join(staged, String(number)), kept).catch(() => void failed.push(operation.path)),
      );
    await files.createFolders(journal.removeFolders);
    for (const { path: name, modeBefore } of deepestFirst(folderModes, (each) => each.path))
      await files.setFolderMode(name, modeBefore).catch(() => failed.push(name));
    await files.sync(listTouched(journal));
  } catch {
    return back.map(({ path: name }) => name);
  } finally {
    if (created !== undefined) await removeStaged(created).catch(() => {});
  }
  return failed;
}

/** Stages files to take back. Returns those whose contents the store lost: each of them prevents only itself. */
async function stageEach(
  files: RestoreFiles,
  back: readonly Operation[],
  staged: string,
): Promise<ReadonlySet<Operation>> {
  const lost = new Set<Operation>();
  for (;;) {
    try {
      await files.stage(back, staged, (each) => !lost.has(each));
      return lost;
    } catch (error) {
      const missing =
        error instanceof LostContent
          ? back.filter(({ after }) => after?.blob === error.blob && after !== undefined)
          : [];
      if (missing.length === 0 || missing.every((each) => lost.has(each))) throw error;
      for (const each of missing) lost.add(each);
    }
  }
}

/**
 * Lists the folders whose entries a journal changes, and the paths whose permissions alone; "." is the workspace
 * folder.
 */
export function listTouched({
  operations,
  createFolders,
  removeFolders,
  modes,
  folderModes = [],
}: Journal): ReadonlySet<string> {
  const touched = new Set([...modes, ...folderModes].map(({ path: name }) => name));
  const addParents = (name: string): void => {
    touched.add(".");
    for (const parent of getParents(name)) touched.add(parent);
  };
  for (const { path: name, from, before, after } of operations) {
    // Its folders can be created, or removed, with a file.
    if (!before || !after || from !== undefined) addParents(name);
    else touched.add(path.posix.dirname(name));
    if (from !== undefined) addParents(from);
  }
  for (const name of [...createFolders, ...removeFolders]) addParents(name);
  return touched;
}

/** Returns folders with those that contain them. */
export function withParents(folders: readonly string[]): ReadonlySet<string> {
  return new Set(folders.flatMap((folder) => [folder, ...getParents(folder)]));
}

/** Returns the items with the longest path first: a folder comes after what it contains. */
export function deepestFirst<T>(all: readonly T[], getPath: (item: T) => string): readonly T[] {
  return [...all].sort((one, other) => getPath(other).length - getPath(one).length);
}
