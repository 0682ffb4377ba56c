import type { GitIndex } from "../index/gitIndex.ts";
import { getParents } from "../index/paths.ts";
import { lookAtEach, statItself } from "./compareDisk.ts";

/** A work tree with its usual permissions. */
export interface ModeSource {
  readonly workTree: string;
  /** Permission bits that new files and folders usually lack. */
  readonly umask: number;
}

/** Returns the permission bits that a new folder usually has. */
export function getUsualFolderMode(umask: number): number {
  return 0o777 & ~umask;
}

/**
 * Returns the unusual permissions of folders, by their paths below `prefix`. Paths of the work tree, without "/" at the
 * end.
 */
export async function readFolderModes(
  folders: Iterable<string>,
  { workTree, umask }: ModeSource,
  prefix: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const modes = new Map<string, number>();
  // There, folders have none of their own.
  if (process.platform === "win32") return modes;
  const usual = getUsualFolderMode(umask);
  const look = (folder: string): void => {
    if (!folder.startsWith(prefix) || folder.length === prefix.length) return;
    const stats = statItself(`${workTree}/${folder}`);
    if (stats?.isDirectory() && (stats.mode & 0o7777) !== usual)
      modes.set(folder.slice(prefix.length), stats.mode & 0o7777);
  };
  await lookAtEach(folders, look, signal);
  return modes;
}

/**
 * Returns whether a snapshot may not have the permissions of some folders any more, because files in them are `gone`.
 * `modes`: those of before. `readIndex`: reads the index without them.
 */
export function mayLoseModes(
  gone: readonly string[],
  modes: ReadonlyMap<string, number>,
  prefix: string,
  readIndex: () => GitIndex,
): boolean {
  if (modes.size === 0) return false;
  const touched = new Set(gone.flatMap(getParents).filter((folder) => modes.has(folder.slice(prefix.length))));
  if (touched.size === 0) return false;
  const index = readIndex();
  if (index.isReadable) for (const folder of index.names.folders) touched.delete(folder);
  return touched.size > 0;
}
