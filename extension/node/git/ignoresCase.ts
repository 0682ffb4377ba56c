import fs from "node:fs";
import path from "node:path";

/** Access to a disk, for tests. */
export interface CaseDisk {
  /** Reads the stats of a path itself, not of what a link leads to. Throws if there is none. */
  readonly readStats: (name: string) => Pick<fs.Stats, "dev" | "ino">;
  /** Returns the names in a folder. Throws if it cannot be read. */
  readonly readNames: (folder: string) => readonly string[];
}

const realDisk: CaseDisk = { readStats: (name) => fs.lstatSync(name), readNames: (folder) => fs.readdirSync(folder) };

/** Returns true if the file system of an absolute folder takes names that differ only in case for the same. */
export function ignoresCase(folder: string, disk: CaseDisk = realDisk): boolean {
  const name = path.basename(folder);
  const other = swapCase(name);
  const parent = path.dirname(folder);
  if (other === name) return parent !== folder && ignoresCase(parent, disk);
  try {
    const [own, found] = [disk.readStats(folder), disk.readStats(path.join(parent, other))];
    // Some file systems give each spelling a number of its own (exFAT in user space); a name that is not listed is
    // found by another spelling.
    return (own.dev === found.dev && own.ino === found.ino) || !disk.readNames(parent).includes(other);
  } catch {
    return false;
  }
}

function swapCase(name: string): string {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
}
