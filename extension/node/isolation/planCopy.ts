import fs from "node:fs";
import path from "node:path";
import type { CopyRules } from "../../core/conversations/isolationPorts.ts";
import type { LeftOut, LeftOutReason } from "../../shared/contract/changes/isolation.ts";
import { createPause, isReadable, statItself } from "../checkpoints/disk/compareDisk.ts";
import { readRegular } from "../storage/regularFiles.ts";
import { compileRules } from "./copyRules.ts";
import { isBelow, leadsInside, staysInside } from "./insidePaths.ts";
import { isGitFolder } from "./unlistedWork.ts";

/** An entry of a folder that is copied. The path is relative to the folder, with "/". */
export interface CopyEntry {
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** Identifies a file, so that one that was replaced since is noticed. */
  readonly ino: number;
  readonly mtimeMs: number;
  /** Absolute path of the file in place of a link that leads to it. */
  readonly source?: string;
}

export interface CopyPlan {
  readonly entries: readonly CopyEntry[];
  readonly bytes: number;
  readonly leftOut: readonly LeftOut[];
}

/** A folder with more bytes than a copy may have; `bytes`: the size that was counted until then. */
export class OverBudget extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`over the budget: at least ${bytes} bytes`);
    this.bytes = bytes;
  }
}

/**
 * Returns true for the folder for staged files of a restore, for those of git that name other worktrees by their paths,
 * and for its locks, which nothing would remove from a copy.
 */
function isSkipped(root: string, name: string): boolean {
  if (/(?:^|\/)\.git\/.*\.lock$/.test(name)) return true;
  const isEntries = path.posix.basename(name) === "worktrees" && isGitFolder(path.join(root, path.dirname(name)));
  return isEntries || name === ".tandem-restore";
}

export interface PlanOptions {
  readonly maxBytes: number;
  readonly rules?: CopyRules | undefined;
  /** Folders whose files may take the place of links that lead there. */
  readonly allowedRoots?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Lists the entries of a copy of a folder. Links that lead out of the folder, and git folders that belong to a
 * repository elsewhere, are left out: a write through them would change something outside. Only with `isFollowingLinks`
 * the content of an allowed place is copied instead of a link to it. Rejects with `OverBudget` as soon as the budget is
 * exceeded.
 */
export async function planCopy(
  root: string,
  { maxBytes, rules = {}, allowedRoots = [], signal }: PlanOptions,
): Promise<CopyPlan> {
  const { isExcluded, isIncluded } = compileRules(rules);
  const followable = rules.isFollowingLinks ? await resolveAll(allowedRoots) : [];
  // A folder that only leads to included entries is created with the first of them.
  const waiting: CopyEntry[] = [];
  const entries: CopyEntry[] = [];
  const leftOut: LeftOut[] = [];
  const rest = createPause(signal);
  let bytes = 0;
  const leave = (name: string, reason: LeftOutReason): void => void leftOut.push({ path: name, reason });
  const add = (entry: CopyEntry): void => {
    if (!isIncluded(entry.path)) {
      if (entry.kind === "folder") waiting.push(entry);
      return;
    }
    const parents = waiting.filter(({ path: name }) => entry.path.startsWith(`${name}/`));
    for (const parent of parents) waiting.splice(waiting.indexOf(parent), 1);
    entries.push(...parents, entry);
    if (entry.kind === "file") bytes += entry.size;
    if (bytes > maxBytes) throw new OverBudget(bytes);
  };
  const folders: { readonly at: string; readonly followed: readonly string[] }[] = [
    { at: "", followed: [await fs.promises.realpath(root)] },
  ];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { at, followed } = next;
    signal?.throwIfAborted();
    const names = await fs.promises.readdir(path.join(root, at)).catch(() => undefined);
    if (!names) leave(at, "unreadable");
    for (const one of names ?? []) {
      const name = at === "" ? one : `${at}/${one}`;
      if (isSkipped(root, name) || isExcluded(name)) continue;
      const full = path.join(root, name);
      await rest();
      const stats = statItself(full);
      // A name that is not UTF-8 cannot be opened by its text.
      if (!stats && one.includes("\uFFFD")) leave(name, "unreadable");
      if (!stats) continue;
      const reason = await findReason(root, name, stats);
      const target = reason === "linkOutside" ? await findTarget(full, followable, followed) : undefined;
      if (reason && !target) {
        leave(name, reason);
        continue;
      }
      const entry = createEntry(name, target?.stats ?? stats);
      add(target && entry.kind === "file" ? { ...entry, source: target.real } : entry);
      if (entry.kind === "folder") folders.push({ at: name, followed: target ? [...followed, target.real] : followed });
    }
  }
  return { entries, bytes, leftOut };
}

function createEntry(name: string, stats: fs.Stats): CopyEntry {
  return {
    path: name,
    kind: stats.isDirectory() ? "folder" : stats.isSymbolicLink() ? "link" : "file",
    size: stats.size,
    mode: stats.mode & 0o777,
    ino: stats.ino,
    mtimeMs: stats.mtimeMs,
  };
}

/**
 * Returns the file or folder that a link leads to, if it lies in one of these folders. Undefined for a folder that
 * contains one that was followed on the way: the copy would have no end.
 */
async function findTarget(
  link: string,
  allowed: readonly string[],
  followed: readonly string[],
): Promise<{ readonly real: string; readonly stats: fs.Stats } | undefined> {
  if (allowed.length === 0) return undefined;
  const real = await fs.promises.realpath(link).catch(() => undefined);
  const stats = real === undefined ? undefined : await fs.promises.lstat(real).catch(() => undefined);
  if (
    real === undefined ||
    !stats ||
    !allowed.some((folder) => isBelow(folder, real)) ||
    followed.some((folder) => isBelow(real, folder))
  )
    return undefined;
  return stats.isFile() || stats.isDirectory() ? { real, stats } : undefined;
}

async function resolveAll(folders: readonly string[]): Promise<readonly string[]> {
  const all = await Promise.all(folders.map((folder) => fs.promises.realpath(folder).catch(() => undefined)));
  return all.filter((folder) => folder !== undefined);
}

/** Returns the reason to leave an entry out; undefined for none. */
export function findReason(
  root: string,
  name: string,
  stats: fs.Stats,
): LeftOutReason | undefined | Promise<LeftOutReason | undefined> {
  const full = path.join(root, name);
  // By far the most entries: for so small a step, a thread costs more than it saves.
  if (stats.isFile() && path.posix.basename(name) !== ".git") return isReadable(full, stats) ? undefined : "unreadable";
  return findOtherReason(root, name, stats, full);
}

async function findOtherReason(
  root: string,
  name: string,
  stats: fs.Stats,
  full: string,
): Promise<LeftOutReason | undefined> {
  if (stats.isSymbolicLink()) return (await leadsInside(root, name)) ? undefined : "linkOutside";
  const isGit = path.posix.basename(name) === ".git";
  if (stats.isDirectory()) return isGit && (await exists(path.join(full, "commondir"))) ? "gitElsewhere" : undefined;
  if (!stats.isFile()) return "special";
  if (!(await isGitFileInside(root, name))) return "gitElsewhere";
  return isReadable(full, stats) ? undefined : "unreadable";
}

/** A `.git` file names a git folder; only one inside the copied folder is copied with it. */
async function isGitFileInside(root: string, name: string): Promise<boolean> {
  const target = /^gitdir: (.+)$/m.exec(await readRegular(path.join(root, name)).catch(() => ""))?.[1]?.trim();
  return target !== undefined && staysInside(path.posix.dirname(name), target);
}

async function exists(file: string): Promise<boolean> {
  return fs.promises.lstat(file).then(
    () => true,
    () => false,
  );
}
