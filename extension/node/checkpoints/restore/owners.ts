import fs from "node:fs";
import path from "node:path";
import { statItself } from "../disk/compareDisk.ts";

/** Permission bits that a system removes when a file gets another owner. */
const removedBits = 0o6000;

/** Returns true for root, whose new files belong to itself, and who alone can give files to others. */
function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Gives a file, link or folder to others, unless the file system refuses that, as one of another machine or of another
 * user's container.
 */
function give(file: string, { uid, gid }: fs.Stats): void {
  try {
    fs.lchownSync(file, uid, gid);
  } catch {
    // It stays with root, as what any other program writes here.
  }
}

/**
 * Gives a staged file or link to the owner of the file that it replaces, else of the folder that it comes into, where
 * this is root. `known`: its stats.
 */
export function giveToOwner(staged: string, full: string, known?: fs.Stats): void {
  if (!isRoot()) return;
  const owner = statItself(full) ?? statItself(path.dirname(full));
  const stats = known ?? statItself(staged);
  if (!owner || !stats || (owner.uid === stats.uid && owner.gid === stats.gid)) return;
  give(staged, owner);
  if ((stats.mode & removedBits) !== 0 && stats.isFile()) fs.chmodSync(staged, stats.mode & 0o7777);
}

/**
 * Creates a folder, and those that contain it, with these permissions; for the owner of the folder that they come into
 * where this is root.
 */
export function createFolder(full: string, mode: number): void {
  const first = fs.mkdirSync(full, { recursive: true, mode });
  if (first === undefined) return;
  const owner = isRoot() ? statItself(path.dirname(first)) : undefined;
  for (let folder = full; folder.length >= first.length; folder = path.dirname(folder)) {
    if (owner) give(folder, owner);
    if ((mode & process.umask()) !== 0) fs.chmodSync(folder, mode);
  }
}
