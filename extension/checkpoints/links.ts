import fs from "node:fs";

/** Returns true if a path is a symbolic link; false also where nothing is there, or a part of the path is no folder. */
export function isLink(file: string): boolean {
  try {
    return fs.lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}
