import fs from "node:fs";

/** Free space in bytes below which a disk counts as full. */
const minFreeBytes = 1024 * 1024;

/** Returns true for an error of the file system or of git that says that a disk is full, or that a quota is used up. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" || /No space left|disk quota/i.test(String(error));
}

/**
 * Returns true if the disk of a folder has hardly any space left. Git does not name the reason why it could not write a
 * file (2.39).
 */
export async function hasNoSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await fs.promises.statfs(folder);
  return bavail * bsize < minFreeBytes;
}
