import { lookAtEach, statItself } from "./compareDisk.ts";

/** Permission bits of a new folder. */
export const usualFolderMode = 0o777 & ~process.umask();

/** Returns the unusual permissions of folders, by their paths below `prefix`. Paths of the work tree, without "/" at the end. */
export async function readFolderModes(folders: Iterable<string>, workTree: string, prefix: string, signal?: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const modes = new Map<string, number>();
  // There, folders have none of their own.
  if (process.platform === "win32") return modes;
  const look = (folder: string): void => {
    if (!folder.startsWith(prefix) || folder.length === prefix.length) return;
    const stats = statItself(`${workTree}/${folder}`);
    if (stats?.isDirectory() && (stats.mode & 0o7777) !== usualFolderMode) modes.set(folder.slice(prefix.length), stats.mode & 0o7777);
  };
  await lookAtEach(folders, look, signal);
  return modes;
}
