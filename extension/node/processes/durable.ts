import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { syncFolder } from "../storage/syncFolder.ts";

/** Number of files above which the whole file system is made durable at once, where the system can. */
const maxSingle = 32;

/** Makes new files of one folder durable, with their entries in it. Rejects where that fails. */
export async function syncFiles(folder: string, files: readonly string[]): Promise<void> {
  if (files.length > maxSingle && (await syncFileSystem(folder))) return;
  await Promise.all(
    files.map(async (file) => {
      // regular: files that the caller made
      const handle = await fs.promises.open(file, "r+");
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    }),
  );
  await syncFolder(folder);
}

/**
 * Makes the entries of folders and the permissions of files durable, where the system can. `root`: contains them;
 * others can be mounted in it.
 */
export async function syncAll(root: string, paths: ReadonlySet<string>): Promise<void> {
  if (paths.size > maxSingle && (await syncFileSystem(root))) return;
  await Promise.all([...paths].map((each) => syncFolder(each, fs.constants.O_NOFOLLOW)));
}

let canSyncAll: Promise<boolean> | undefined;

/** Returns whether this system can make a whole file system durable. */
export function canSyncFileSystem(): Promise<boolean> {
  // Has no data of its own to write.
  canSyncAll ??= syncFileSystem("/proc");
  return canSyncAll;
}

/**
 * Makes everything on the file system of a folder durable: much faster than file by file. Returns false where the
 * system cannot.
 */
export function syncFileSystem(folder: string): Promise<boolean> {
  if (process.platform !== "linux") return Promise.resolve(false);
  return new Promise((resolve) => execFile("sync", ["-f", path.resolve(folder)], (error) => resolve(error === null)));
}
