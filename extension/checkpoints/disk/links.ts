import fs from "node:fs";

/** Returns true if a path is a symbolic link; false also if it does not exist, or if a part of the path is not a folder. */
export function isLink(file: string): boolean {
  try {
    return fs.lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}
