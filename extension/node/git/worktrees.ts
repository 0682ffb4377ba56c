import fs from "node:fs";
import path from "node:path";
import { readRegularSync, statExisting } from "../storage/regularFiles.ts";

/**
 * Returns the same folder in every git worktree of its repository, itself first. Reads git's own files without running
 * git: the folder `worktrees` of the common folder names each linked worktree, and `commondir` leads from a linked
 * worktree back.
 */
export function findWorktreeFolders(folder: string): readonly string[] {
  const root = getRoot(folder);
  // Paths on another machine are never opened: Windows would log in there.
  if (root === undefined || isOnOtherMachine(root)) return [folder];
  const common = findCommonFolder(root);
  if (common === undefined) return [folder];
  const linked = listNames(path.join(common, "worktrees")).flatMap((name) => {
    const gitFile = readLine(path.join(common, "worktrees", name, "gitdir"));
    return gitFile === undefined || isOnOtherMachine(gitFile) ? [] : [path.dirname(gitFile)];
  });
  const roots = path.basename(common) === ".git" ? [path.dirname(common), ...linked] : linked;
  const within = path.relative(root, folder);
  const others = roots.filter((other) => other !== root).map((other) => path.join(other, within));
  return [folder, ...new Set(others)];
}

/** Returns the nearest folder at or above `folder` that git knows as the root of a worktree. */
function getRoot(folder: string): string | undefined {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, ".git"))) return at;
    if (path.dirname(at) === at) return undefined;
  }
}

/** The repository that contains a folder, found without running git. */
export interface Repository {
  /** Root of the worktree. */
  readonly top: string;
  /** Folder with the index and HEAD of the worktree. */
  readonly own: string;
  /** Folder with the objects and the configuration that all worktrees share. */
  readonly common: string;
}

/** Returns the repository of the nearest worktree at or above `folder`; undefined without one. */
export function findRepository(folder: string): Repository | undefined {
  const top = isOnOtherMachine(folder) ? undefined : getRoot(folder);
  const own = top === undefined ? undefined : findOwnFolder(top);
  const common = top === undefined ? undefined : findCommonFolder(top);
  return top === undefined || own === undefined || common === undefined ? undefined : { top, own, common };
}

/**
 * Returns the git folder of the worktree that contains `folder`; it has HEAD and the state of an operation in progress.
 */
export function findHeadFolder(folder: string): string | undefined {
  if (isOnOtherMachine(folder)) return undefined;
  const root = getRoot(folder);
  return root === undefined ? undefined : findOwnFolder(root);
}

/**
 * Returns whether git takes a folder for the root of a worktree: an empty `.git`, or one that names no repository,
 * makes none, and git lists the files of that folder like all others.
 */
export function isRepository(folder: string): boolean {
  const own = findOwnFolder(folder);
  const common = own === undefined ? undefined : findCommonFolder(folder);
  if (own === undefined || common === undefined) return false;
  const areThere = ["objects", "refs"].every((name) => statExisting(path.join(common, name))?.isDirectory());
  return areThere && /^(?:ref:\s*refs\/|[0-9a-f]{40})/.test(readLine(path.join(own, "HEAD")) ?? "");
}

/** Returns `.git` of a worktree's root, or the folder that a `.git` file names. */
function findOwnFolder(root: string): string | undefined {
  const git = path.join(root, ".git");
  if (statExisting(git)?.isDirectory()) return git;
  const target = /^gitdir: (.+)$/.exec(readLine(git) ?? "")?.[1];
  const own = target === undefined ? undefined : path.resolve(root, target);
  return own === undefined || isOnOtherMachine(own) ? undefined : own;
}

function findCommonFolder(root: string): string | undefined {
  const own = findOwnFolder(root);
  if (own === undefined || own === path.join(root, ".git")) return own;
  const common = readLine(path.join(own, "commondir"));
  // A submodule, and a repository whose git folder is elsewhere, do not share that folder.
  if (common === undefined) return statExisting(path.join(own, "objects"))?.isDirectory() ? own : undefined;
  const found = path.resolve(own, common);
  return isOnOtherMachine(found) ? undefined : found;
}

function isOnOtherMachine(file: string): boolean {
  return /^[\\/]{2}/.test(file);
}

function readLine(file: string): string | undefined {
  try {
    return readRegularSync(file).split(/\r?\n/, 1)[0];
  } catch {
    return undefined;
  }
}

function listNames(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
