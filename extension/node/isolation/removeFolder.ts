import fs from "node:fs";
import path from "node:path";
import { createPause, statItself } from "../checkpoints/disk/compareDisk.ts";

/**
 * Removes a folder with everything in it, without following a link. Tries again for a while where another program holds
 * a file open.
 */
export async function removeFolder(folder: string): Promise<void> {
  await makeWritable(folder);
  await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: process.platform === "win32" ? 20 : 0 });
}

/**
 * Removes the large parts of an isolated folder. Its record stays, so that a crash meanwhile is noticed; `removeFolder`
 * removes the rest.
 */
export async function removePlace(place: string): Promise<void> {
  for (const name of ["files", "mounts", "store"]) await removeFolder(path.join(place, name));
}

/** Lets the owner remove the entries of folders that a program made read-only. */
async function makeWritable(root: string): Promise<void> {
  await walk(root, (full, stats) =>
    stats.isDirectory() && (stats.mode & 0o700) !== 0o700 ? fs.promises.chmod(full, stats.mode | 0o700) : undefined,
  );
}

/** Returns the bytes of all files below a folder. */
export async function measureFolder(root: string): Promise<number> {
  let bytes = 0;
  await walk(root, (_, stats) => {
    if (stats.isFile()) bytes += stats.size;
    return undefined;
  });
  return bytes;
}

/** Visits every entry below a folder and the folder itself, each folder before its entries. Follows no link. */
export async function walk(
  root: string,
  visit: (full: string, stats: fs.Stats) => Promise<unknown> | undefined,
): Promise<void> {
  const rest = createPause();
  const folders = [root];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const own = await fs.promises.lstat(at).catch(() => undefined);
    if (!own) continue;
    await visit(at, own);
    if (!own.isDirectory()) continue;
    for (const entry of await fs.promises.readdir(at, { withFileTypes: true }).catch(() => [])) {
      const full = path.join(at, entry.name);
      if (entry.isDirectory()) folders.push(full);
      else {
        await rest();
        const stats = statItself(full);
        if (stats) await visit(full, stats);
      }
    }
  }
}
