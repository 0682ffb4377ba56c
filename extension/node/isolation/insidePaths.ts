import fs from "node:fs";
import path from "node:path";

/** Returns true if a path lies in a folder or is the folder. Both have their links resolved. */
export function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === "" || !(relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}

/** Returns true if a relative path, from a folder below the root, at no point leads above the root. */
export function staysInside(folder: string, target: string): boolean {
  if (path.isAbsolute(target) || /^[A-Za-z]:/.test(target)) return false;
  let depth = folder === "." || folder === "" ? 0 : folder.split("/").length;
  for (const part of target.split(/[\\/]/)) {
    if (part === "..") depth--;
    else if (part !== "" && part !== ".") depth++;
    if (depth < 0) return false;
  }
  return true;
}

/**
 * Returns true for a relative link whose path never leaves the folder, and whose target lies in it or does not exist.
 */
export async function leadsInside(root: string, name: string): Promise<boolean> {
  const target = await fs.promises.readlink(path.join(root, name)).catch(() => undefined);
  if (target === undefined || !staysInside(path.posix.dirname(name), target)) return false;
  const real = await fs.promises.realpath(path.join(root, name)).catch(() => undefined);
  if (real !== undefined) return isBelow(await fs.promises.realpath(root), real);
  // The target does not exist: the part of its path that does must lie in the folder.
  for (let at = path.dirname(path.resolve(root, path.dirname(name), target)); ; at = path.dirname(at)) {
    const found = await fs.promises.realpath(at).catch(() => undefined);
    if (found !== undefined) return isBelow(await fs.promises.realpath(root), found);
    if (path.dirname(at) === at) return false;
  }
}
