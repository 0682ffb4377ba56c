import fs from "node:fs";
import path from "node:path";
import { isMissing } from "../../storage/regularFiles.ts";
import type { GitIndex } from "../index/gitIndex.ts";
import { hasStats, type IndexEntry } from "../index/indexEntry.ts";

/**
 * Number of files that are checked before other tasks may run. For such a small step, a thread costs more than it
 * saves.
 */
const batchSize = 256;

/**
 * Returns a function to await once for each item of a long list: it lets other tasks run from time to time. Rejects
 * when aborted.
 */
export function createPause(signal?: AbortSignal): () => Promise<void> | undefined {
  let count = 0;
  return () => (++count % batchSize === 0 ? pause(signal) : undefined);
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise((resolve) => setImmediate(resolve));
}

/** Calls `look` for each item, and lets other tasks run from time to time. Rejects when aborted. */
export async function lookAtEach<T>(all: Iterable<T>, look: (item: T) => void, signal?: AbortSignal): Promise<void> {
  const rest = createPause(signal);
  for (const item of all) {
    look(item);
    const resting = rest();
    if (resting) await resting;
  }
}

/**
 * Returns a function that tells whether a folder of a work tree is a link or lies behind one: its files belong
 * elsewhere.
 */
export function createLinkTest(workTree: string): (folder: string) => boolean {
  const known = new Map<string, boolean>([[".", false]]);
  const isBehindLink = (folder: string): boolean => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const isBehind = isBehindLink(path.posix.dirname(folder)) || isLink(path.join(workTree, folder));
    known.set(folder, isBehind);
    return isBehind;
  };
  return isBehindLink;
}

/** Returns the stats of a path, of a link itself; undefined if it does not exist or cannot be read. */
export function statItself(file: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Returns the reason for which it is unknown whether a path exists; undefined for one that certainly does not. Call it
 * for a path without stats: its folder can be closed to the user, or its name too long for the system.
 */
export function findHidden(file: string): "name" | "unreadable" | undefined {
  try {
    fs.lstatSync(file);
    return undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    return (error as NodeJS.ErrnoException).code === "ENAMETOOLONG" ? "name" : "unreadable";
  }
}

/** Returns false for a path that certainly does not exist. */
export function mayExist(file: string): boolean {
  return statItself(file) !== undefined || findHidden(file) !== undefined;
}

/** Stats of a file that are compared. Those of Node take much more memory, which counts where there are many. */
export type FileStats = Pick<fs.Stats, "mode" | "size" | "mtimeMs" | "ino">;

/** Returns true for a file, which is no link. */
export function isRegular({ mode }: Pick<FileStats, "mode">): boolean {
  return (mode & fs.constants.S_IFMT) === fs.constants.S_IFREG;
}

const user = process.getuid?.();

/** Returns true if a file can be read. An owner with the right to read needs no closer look. */
export function isReadable(file: string, { mode, uid }: fs.Stats): boolean {
  if ((mode & 0o400) !== 0 && uid === user) return true;
  try {
    fs.accessSync(file, fs.constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the paths of entries whose files may differ from an index, or are gone. `isNew`: only of those that changed
 * in the second in which the index was written, which git does not tell from later changes.
 */
export async function compareDisk(
  index: GitIndex,
  workTree: string,
  isNew: boolean,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const isBehindLink = createLinkTest(workTree);
  const changed: string[] = [];
  const root = workTree.endsWith("/") ? workTree : `${workTree}/`;
  const look = (entry: IndexEntry): void => {
    const stats = isBehindLink(path.posix.dirname(entry.path)) ? undefined : statItself(root + entry.path);
    // Git itself compares the contents of new entries.
    if (!stats || !(entry.exactAfterMs < index.writtenMs || isNew) || !hasStats(entry, stats)) changed.push(entry.path);
  };
  await lookAtEach(index.entries(isNew), look, signal);
  return changed;
}

/**
 * Returns true if a path is a symbolic link; false also if it does not exist, or if a part of the path is not a folder.
 */
function isLink(file: string): boolean {
  try {
    return fs.lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}
