import fs from "node:fs";
import { toRelative } from "../index/paths.ts";

/**
 * Returns the first folders, without those that contain one before them, lie in it, or are the same under another path.
 */
export function withoutOverlaps(folders: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const folder of folders) {
    const overlaps = kept.some(
      (other) =>
        other === folder || toRelative([other], folder) !== undefined || toRelative([folder], other) !== undefined,
    );
    // Two roots can lead to one folder through links, which must not be restored twice.
    if (folder !== "" && !overlaps && !kept.some((other) => resolve(other) === resolve(folder))) kept.push(folder);
  }
  return kept;
}

/** Returns those of the paths that lead to a folder, with the path of the folder itself. */
export function listFolderSpellings(folder: string, paths: readonly string[]): readonly string[] {
  const real = resolve(folder);
  return [...new Set([folder, real, ...paths.filter((other) => other !== "" && resolve(other) === real)])];
}

/**
 * Returns the one of the folders, without links, in which a file lies, and its name there; undefined outside of all.
 */
export function locateFile(
  folders: readonly string[],
  file: string,
): { readonly root: string; readonly name: string } | undefined {
  for (const folder of withoutOverlaps(folders)) {
    const name = toRelative(listFolderSpellings(folder, folders), file);
    if (name !== undefined) return { root: resolve(folder), name };
  }
  return undefined;
}

/** Returns a path without links; the path itself if it leads nowhere. */
function resolve(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    return folder;
  }
}
