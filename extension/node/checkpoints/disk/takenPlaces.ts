import fs from "node:fs";
import path from "node:path";
import { getParents } from "../index/paths.ts";
import type { TreeChange } from "../snapshotModel.ts";
import { lookAtEach, statItself } from "./compareDisk.ts";

/**
 * Lists the files that changes up to the present state removed, and whose place something has that no snapshot holds
 * and that stays, such as a folder with ignored files, or a socket. Added files are removed before others come back.
 */
export async function listTaken(root: string, changes: readonly TreeChange[]): Promise<readonly string[]> {
  const added = new Set(changes.flatMap(({ path: name, before }) => (before ? [] : [name])));
  const known = new Map<string, boolean>();
  const isNoFolder = (name: string): boolean => {
    const found = known.get(name) ?? (statItself(path.join(root, name))?.isDirectory() === false && !added.has(name));
    known.set(name, found);
    return found;
  };
  const taken: string[] = [];
  await lookAtEach(changes, ({ path: name, after }) => {
    if (!after && (getParents(name).some(isNoFolder) || isStaying(root, name, added))) taken.push(name);
  });
  return taken;
}

/** Returns true for a folder with other files than the added ones, and for what is neither a file nor a link. */
function isStaying(root: string, name: string, added: ReadonlySet<string>): boolean {
  const stats = statItself(path.join(root, name));
  if (!stats?.isDirectory()) return stats !== undefined && !stats.isFile() && !stats.isSymbolicLink();
  const folders = [name];
  try {
    for (let at = folders.pop(); at !== undefined; at = folders.pop())
      for (const entry of fs.readdirSync(path.join(root, at), { withFileTypes: true })) {
        const inside = `${at}/${entry.name}`;
        if (entry.isDirectory()) folders.push(inside);
        else if (!added.has(inside)) return true;
      }
    return false;
  } catch {
    // A closed folder cannot be emptied either.
    return true;
  }
}
