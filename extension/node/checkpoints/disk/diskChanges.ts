import fs from "node:fs";
import path from "node:path";
import type { IndexEntry } from "../index/indexEntry.ts";
import type { Gap } from "../snapshotModel.ts";
import { type FileStats, isRegular, lookAtEach, statItself } from "./compareDisk.ts";
import type { ModeSource } from "./folderModes.ts";
import type { Candidate } from "./listCandidates.ts";

/** Returns the unusual permissions of files, by their paths below `prefix`. */
export async function readModes(
  files: Iterable<Pick<IndexEntry, "path">>,
  { workTree, umask }: ModeSource,
  prefix: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const modes = new Map<string, number>();
  const look = ({ path: name }: Pick<IndexEntry, "path">): void => {
    const stats = statItself(`${workTree}/${name}`);
    if (stats && hasUnusualMode(stats, umask)) modes.set(name.slice(prefix.length), stats.mode & 0o7777);
  };
  await lookAtEach(files, look, signal);
  return modes;
}

function hasUnusualMode(stats: Pick<FileStats, "mode">, umask: number): boolean {
  const mode = stats.mode & 0o7777;
  return isRegular(stats) && mode !== getUsualMode(umask, false) && mode !== getUsualMode(umask, true);
}

/** Returns the permission bits that a new file usually has. */
export function getUsualMode(umask: number, isExecutable: boolean): number {
  return (isExecutable ? 0o777 : 0o666) & ~umask;
}

/** The state of files after their contents were stored. */
export interface StoredFiles {
  /** Files that changed while they were read. */
  readonly changing: readonly Gap[];
  /** Unusual permissions, as in a side list. */
  readonly modes: ReadonlyMap<string, number>;
}

/**
 * Looks again at files whose contents were stored. `before`: the unusual permissions of all files before some changed
 * or were `gone`.
 */
export async function lookAgain(
  { workTree, umask }: ModeSource,
  {
    files,
    gone,
    before,
  }: {
    readonly files: readonly Candidate[];
    readonly gone: readonly string[];
    readonly before: ReadonlyMap<string, number>;
  },
  prefix: string,
): Promise<StoredFiles> {
  const changing: Gap[] = [];
  const modes = new Map(before);
  for (const name of gone) modes.delete(name.slice(prefix.length));
  const root = workTree.endsWith("/") ? workTree : `${workTree}/`;
  const look = ({ path: name, stats }: Candidate): void => {
    const now = statItself(root + name);
    if (now?.mtimeMs !== stats.mtimeMs || now.size !== stats.size || now.ino !== stats.ino)
      changing.push({ path: name.slice(prefix.length), reason: "changing" });
    if (now && hasUnusualMode(now, umask)) modes.set(name.slice(prefix.length), now.mode & 0o7777);
    else if (now && modes.size > 0) modes.delete(name.slice(prefix.length));
  };
  await lookAtEach(files, look);
  return { changing, modes };
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
  const parents = new Set(gone.map((name) => path.posix.dirname(name)));
  const left = new Set([...parents].map((folder) => findExisting(workTree, folder)));
  return [...left].some((folder) => folder !== "." && isFreeOfFiles(workTree, folder));
}

/** Returns the nearest folder above or at a path that exists: a folder can be gone with its files. */
function findExisting(workTree: string, name: string): string {
  let folder = name;
  while (folder !== "." && !statItself(path.join(workTree, folder))?.isDirectory()) folder = path.posix.dirname(folder);
  return folder;
}
