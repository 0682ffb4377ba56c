import path from "node:path";

/** Returns the absolute path of a file that is named relative to a folder, with "/". */
export function toAbsolute(folder: string, name: string): string {
  return path.join(folder, ...name.split("/"));
}

/**
 * Returns the name of a file relative to a folder, with "/"; undefined if it lies outside. `roots`: paths of the same
 * folder.
 */
export function toRelative(roots: readonly string[], file: string): string | undefined {
  for (const root of roots) {
    const relative = path.relative(root, file);
    if (relative === "" || relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
      continue;
    return relative.split(path.sep).join("/");
  }
  return undefined;
}

/** Returns the folders that contain a path, the outermost one first. */
export function getParents(name: string): readonly string[] {
  const parts = name.split("/");
  return parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** Returns true for a file with ignore rules. */
export function isIgnoreFile(name: string): boolean {
  return name === ".gitignore" || name.endsWith("/.gitignore");
}

const isWindows = process.platform === "win32";

/** Spellings of `.git` for which some disk opens the git folder, and characters that some disk leaves out of names. */
const gitFolder = /^(?:\.git|git~1)[. ]*(?:$|:)/i;
const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** Returns true if a relative path stays in its folder and out of git folders, on every system. */
export function isInside(name: string): boolean {
  if (isWindows && /^[A-Za-z]:/.test(name)) return false;
  const isStep = (part: string): boolean => part === "" || part === "." || part === "..";
  const isGitFolder = (part: string): boolean => gitFolder.test(part.replaceAll(unseen, ""));
  return !name.split(isWindows ? /[\\/]/ : "/").some(isStep) && !name.split(/[\\/]/).some(isGitFolder);
}

/** Spellings of `.gitmodules`, which git records only for a file. */
const modulesFile = /(?:^|[\\/])(?:\.gitmodules|gitmod~[1-4]|(?=.{8})g?i?7?e?b?a?~[1-9]\d*)[. ]*(?:$|[\\/:])/i;

/** Names that need no closer look: without a dot in front and without signs that a disk could take for others. */
const plain = /^[\w-][\w .-]*(?:\/[\w-][\w .-]*)*$/;

/** Returns true if git records a file or link of this name. */
export function canRecord(name: string, isLink: boolean): boolean {
  if (plain.test(name)) return true;
  return isInside(name) && !(isLink && modulesFile.test(name.replaceAll(unseen, "")));
}
