import fs from "node:fs";
import path from "node:path";
import type { IndexEntry } from "../index/gitIndex.ts";
import type { Gap } from "../snapshotModel.ts";
import { lookAtEach, statItself } from "./compareDisk.ts";
import type { Candidate } from "./listCandidates.ts";

const ordinaryMode = 0o666 & ~process.umask();
const executableMode = 0o777 & ~process.umask();

/** Returns the unusual permissions of files, by their paths below `prefix`. */
export async function readModes(
  files: Iterable<Pick<IndexEntry, "path">>,
  workTree: string,
  prefix: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const modes = new Map<string, number>();
  const look = ({ path: name }: Pick<IndexEntry, "path">): void => {
    const stats = statItself(`${workTree}/${name}`);
    if (stats && hasUnusualMode(stats)) modes.set(name.slice(prefix.length), stats.mode & 0o7777);
  };
  await lookAtEach(files, look, signal);
  return modes;
}

function hasUnusualMode(stats: fs.Stats): boolean {
  const mode = stats.mode & 0o7777;
  return stats.isFile() && mode !== ordinaryMode && mode !== executableMode;
}

/** Returns the unusual permissions after some files changed, of all files that had them `before` and of these. */
export function withModes(
  before: ReadonlyMap<string, number>,
  files: readonly Candidate[],
  gone: readonly string[],
  prefix: string,
): ReadonlyMap<string, number> {
  const modes = new Map(before);
  for (const name of gone) modes.delete(name.slice(prefix.length));
  for (const { path: name, stats } of files)
    if (hasUnusualMode(stats)) modes.set(name.slice(prefix.length), stats.mode & 0o7777);
    else modes.delete(name.slice(prefix.length));
  return modes;
}

/** Finds the files that changed while they were read. Returns the present stats of all, too. */
export function findChanging(
  workTree: string,
  files: readonly Candidate[],
  prefix: string,
): { readonly changing: readonly Gap[]; readonly latest: readonly Candidate[] } {
  const changing: Gap[] = [];
  const latest: Candidate[] = [];
  for (const { path: name, stats } of files) {
    const now = statItself(path.join(workTree, name));
    if (now) latest.push({ path: name, stats: now });
    if (now?.mtimeMs !== stats.mtimeMs || now.size !== stats.size || now.ino !== stats.ino)
      changing.push({ path: name.slice(prefix.length), reason: "changing" });
  }
  return { changing, latest };
}

/** Returns true for a folder that exists and has nothing but folders in it. */
function isFreeOfFiles(workTree: string, folder: string): boolean {
  try {
    return fs.readdirSync(path.join(workTree, folder), { withFileTypes: true }).every((entry) => entry.isDirectory());
  } catch {
    return false;
  }
}

/** Returns whether a folder may have become empty by files that are gone. */
export function mayBeEmptied(workTree: string, gone: readonly string[]): boolean {
  if (gone.some((name) => statItself(path.join(workTree, name))?.isDirectory())) return true;
  return [...new Set(gone.map((name) => path.posix.dirname(name)))].some((folder) => isFreeOfFiles(workTree, folder));
}
