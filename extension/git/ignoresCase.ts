import fs from "node:fs";
import path from "node:path";

/** Reads the stats of a path itself, not of what a link leads to. Throws if there is none. */
type ReadStats = (name: string) => Pick<fs.Stats, "dev" | "ino">;

/** Returns true if the file system of an absolute folder takes names that differ only in case for the same. */
export function ignoresCase(folder: string, readStats: ReadStats = fs.lstatSync): boolean {
  const name = path.basename(folder);
  const other = swapCase(name);
  const parent = path.dirname(folder);
  if (other === name) return parent !== folder && ignoresCase(parent, readStats);
  try {
    const [own, found] = [readStats(folder), readStats(path.join(parent, other))];
    return own.dev === found.dev && own.ino === found.ino;
  } catch {
    return false;
  }
}

function swapCase(name: string): string {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
}
