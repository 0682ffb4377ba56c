import fs from "node:fs";
import path from "node:path";
import type { WorktreeRequest } from "../../core/conversations/isolationPorts.ts";
import type { IsolationRefusal, LeftOut } from "../../shared/contract/changes/isolation.ts";
import { statItself } from "../checkpoints/disk/compareDisk.ts";
import { askRepository, splitNames } from "../git/askRepository.ts";
import { changeRepository } from "../git/changeRepository.ts";
import { findGitPlaces } from "../git/gitPlaces.ts";
import { findRepository } from "../git/worktrees.ts";
import { canReflink, copyFolder } from "./copyFolder.ts";
import { checkSpace } from "./fillCopy.ts";
import { findFreePorts, type PortRange } from "./freePorts.ts";
import { leadsInside } from "./insidePaths.ts";
import { type CopyPlan, OverBudget } from "./planCopy.ts";
import { getTopFolder, type IsolationRecord, type WorktreeRecord } from "./record.ts";
import { canCreateBranch, getEntry, readCheckedOut } from "./worktreeBranch.ts";
import { listIncluded, listOwnFiles, planListed, selectNew } from "./worktreeFiles.ts";

/** Modes of entries of an index. */
const [link, submodule] = ["120000 ", "160000 "];

export interface WorktreeOptions {
  readonly place: string;
  /** The workspace folder, links resolved. */
  readonly origin: string;
  /** Path of git. */
  readonly program: string;
  readonly createdAt: number;
  readonly maxBytes: number;
  readonly minFreeBytes: number | undefined;
  /** Ports of other worktrees. */
  readonly takenPorts: readonly PortRange[];
}

/** Returns the record of a worktree that does not exist yet. */
export async function planWorktree(
  options: WorktreeOptions,
  { branch, hasUncommitted }: WorktreeRequest,
): Promise<IsolationRecord | IsolationRefusal> {
  const { place, origin, program, createdAt, takenPorts } = options;
  const repository = findRepository(origin);
  if (!repository) return { code: "noRepository", folder: origin };
  const { top, common } = repository;
  const [checkedOut, isFree, ports] = await Promise.all([
    readCheckedOut(program, top),
    canCreateBranch(program, top, branch),
    findFreePorts(takenPorts),
  ]);
  if (!checkedOut) return { code: "noCommit", folder: top };
  if (!isFree) return { code: "badBranch", branch };
  const id = path.basename(place);
  return {
    version: 1,
    id,
    kind: "worktree",
    state: "creating",
    origin,
    // Git names its entry like the folder, if that can be a part of a branch's name.
    name: `${path.basename(top).replace(/[^A-Za-z0-9_-]/g, "-") || "root"}-${id}`,
    prefix: top === origin ? "" : `${path.relative(top, origin).split(path.sep).join("/")}/`,
    createdAt,
    leftOut: [],
    leftOutCount: 0,
    worktree: { top, common, branch, ...checkedOut, hasUncommitted, ...(ports ? { ports } : {}) },
  };
}

/**
 * Creates branch and worktree, and fills it. Returns the entries that were left out. Rejects with `OverBudget`, and
 * like git and the file system.
 */
export async function fillWorktree(
  { place, program, maxBytes, minFreeBytes }: WorktreeOptions,
  record: IsolationRecord,
  worktree: WorktreeRecord,
  { include, signal, onProgress }: WorktreeRequest,
): Promise<readonly LeftOut[]> {
  const { branch, commit, top, hasUncommitted } = worktree;
  const to = getTopFolder(place, record);
  const [included, own, fromCommit] = await Promise.all([
    listIncluded(program, top, include),
    hasUncommitted ? listOwnFiles(program, top) : { names: [], sparse: [] },
    hasUncommitted ? 0 : measureCommit(program, top, commit),
  ]);
  const plan = await planListed(top, [...own.names, ...included], maxBytes, signal);
  if (plan.bytes + fromCommit > maxBytes) throw new OverBudget(plan.bytes + fromCommit);
  await fs.promises.mkdir(path.dirname(to), { mode: 0o700 });
  if (!(await canReflink(top, path.dirname(to), plan))) await checkSpace(place, plan.bytes + fromCommit, minFreeBytes);
  const change = (folder: string, args: readonly string[], input?: string): Promise<string> =>
    changeRepository(program, folder, args, { signal, ...(input === undefined ? {} : { input }) });
  await change(top, ["worktree", "add", "--quiet", "--no-checkout", "--no-track", "-b", branch, to, commit]);
  await assertOwn(program, to, getEntry(record, worktree));
  await change(to, hasUncommitted ? ["read-tree", "HEAD"] : ["reset", "--quiet", "--hard"]);
  // Without a checkout there is none yet.
  const links = hasUncommitted ? [] : await removeLinksOut(program, to);
  const fitting: CopyPlan = selectNew(plan, to);
  const changed = await copyFolder({ from: top, to, plan: fitting, maxBytes, signal, onProgress });
  const leftOut = [
    ...plan.leftOut,
    ...changed,
    ...links.map((name): LeftOut => ({ path: name, reason: "linkOutside" })),
  ];
  const missing = await selectTracked(program, to, [...leftOut.map((each) => each.path), ...own.sparse]);
  if (missing.length > 0)
    await change(to, ["update-index", "-z", "--skip-worktree", "--stdin"], missing.map((name) => `${name}\0`).join(""));
  if (hasUncommitted) await refreshIndex(change, to, signal);
  return leftOut;
}

/**
 * Rejects unless git, called in a new worktree, works there and nowhere else. In a submodule, or with a work tree in a
 * configuration that all worktrees share, a reset would write into the original.
 */
async function assertOwn(program: string, to: string, entry: string): Promise<void> {
  const [places, ownTop, ownEntry] = await Promise.all([
    findGitPlaces(program, to),
    fs.promises.realpath(to),
    fs.promises.realpath(entry),
  ]);
  if (places?.top === ownTop && places.own === ownEntry) return;
  throw new Error(
    `the repository is set up so that Git works in ${places?.top ?? "another folder"} instead of a new worktree. Use a copy.`,
  );
}

/**
 * Enters the stats of the copied files in the index, so that neither the first snapshot nor the first `git status`
 * reads unchanged ones. Git compares contents with the filters of the repository; where one of them fails, the index
 * stays as it is.
 */
async function refreshIndex(
  change: (folder: string, args: readonly string[]) => Promise<string>,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  await change(to, ["update-index", "-q", "--refresh"]).catch(() => signal.throwIfAborted());
}

/** Returns the bytes of all files of a commit; 0 in a partial clone that lacks some, of which git knows no sizes. */
async function measureCommit(program: string, top: string, commit: string): Promise<number> {
  const listed = splitNames(await askRepository(program, top, ["ls-tree", "-r", "-l", "-z", commit]).catch(() => ""));
  return listed.reduce((sum, line) => sum + (Number(line.split("\t", 1)[0]?.split(/\s+/)[3]) || 0), 0);
}

/** Removes the links of a commit that lead out of the worktree, and returns their paths. */
async function removeLinksOut(program: string, to: string): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const line of splitNames(await askRepository(program, to, ["ls-files", "-z", "--stage"]))) {
    const name = getName(line);
    if (!line.startsWith(link) || !statItself(path.join(to, name))?.isSymbolicLink() || (await leadsInside(to, name)))
      continue;
    await fs.promises.rm(path.join(to, name), { force: true });
    removed.push(name);
  }
  return removed;
}

/**
 * Returns those of the paths that are tracked, but neither a file nor a link on disk. Submodules are folders and stay
 * as they are.
 */
async function selectTracked(program: string, to: string, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const tracked = new Set(
    splitNames(await askRepository(program, to, ["ls-files", "-z", "--stage"])).flatMap((line) =>
      line.startsWith(submodule) ? [] : getName(line),
    ),
  );
  const isThere = (name: string): boolean => statItself(path.join(to, name))?.isDirectory() === false;
  return [...new Set(paths)].filter((name) => tracked.has(name) && !isThere(name));
}

/** Returns the path in a line that describes an entry of an index. */
function getName(line: string): string {
  return line.slice(line.indexOf("\t") + 1);
}
