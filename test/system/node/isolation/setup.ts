import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { planChanges } from "../../../../extension/core/conversations/isolation/isolationPlan.ts";
import type {
  CopyRules,
  IsolatedFolder,
  MountRequest,
  WorktreeRequest,
} from "../../../../extension/core/conversations/isolationPorts.ts";
import type { IsolationOptions } from "../../../../extension/node/isolation/createFolder.ts";
import { DiskIsolation } from "../../../../extension/node/isolation/diskIsolation.ts";
import type { IsolationRefusal } from "../../../../extension/shared/contract/changes/isolation.ts";
import { program, userGit } from "../checkpoints/setup.ts";

/** The isolated folders of a window whose workspace is `folder`; they are below `place`. */
export function openIsolation(place: string, folder: string, options: Partial<IsolationOptions> = {}): DiskIsolation {
  return new DiskIsolation({
    place: path.join(place, "isolated"),
    findGit: async () => program,
    allowedRoots: () => [folder],
    maxBytes: () => 100_000_000,
    now: () => Date.now(),
    newId: randomUUID,
    logger: { warn: () => {} },
    ...options,
  });
}

export function copyOf(
  isolation: DiskIsolation,
  origin: string,
  signal = new AbortController().signal,
  rules?: CopyRules,
): Promise<IsolatedFolder | IsolationRefusal> {
  return isolation.createCopy({ origin, signal, onProgress: () => {}, ...(rules ? { rules } : {}) });
}

/** Creates a copy that must succeed. */
export async function makeCopy(isolation: DiskIsolation, origin: string, rules?: CopyRules): Promise<IsolatedFolder> {
  const made = await copyOf(isolation, origin, undefined, rules);
  if ("code" in made) throw new Error(JSON.stringify(made));
  return made;
}

/** Asks for a copy with further folders in it. */
export function mountIn(
  isolation: DiskIsolation,
  origin: string,
  mounts: readonly MountRequest[],
): Promise<IsolatedFolder | IsolationRefusal> {
  return isolation.createCopy({ origin, mounts, signal: new AbortController().signal, onProgress: () => {} });
}

/** Creates a copy with further folders that must succeed. */
export async function makeMounted(
  isolation: DiskIsolation,
  origin: string,
  mounts: readonly MountRequest[],
): Promise<IsolatedFolder> {
  const made = await mountIn(isolation, origin, mounts);
  if ("code" in made) throw new Error(JSON.stringify(made));
  return made;
}

/** A repository with a commit, whose index and disk have changes since. */
export function makeRepository(folder: string): void {
  write(folder, { ".gitignore": "*.local\ncache/\n", "a.txt": "a\n", "dir/b.txt": "b\n", "c.txt": "c\n" });
  userGit(folder, "init", "-q", "-b", "main");
  userGit(folder, "add", ".");
  userGit(folder, "commit", "-qm", "first");
  write(folder, { "a.txt": "a2\n", "new.txt": "new\n", "env.local": "SECRET=1\n", "cache/big": "x" });
  fs.rmSync(path.join(folder, "c.txt"));
}

export function worktreeOf(
  isolation: DiskIsolation,
  origin: string,
  options: Partial<WorktreeRequest> = {},
): Promise<IsolatedFolder | IsolationRefusal> {
  const signal = new AbortController().signal;
  return isolation.createWorktree({
    origin,
    branch: "own",
    hasUncommitted: true,
    include: [],
    signal,
    onProgress: () => {},
    ...options,
  });
}

/** Creates a worktree that must succeed. */
export async function makeWorktree(
  isolation: DiskIsolation,
  origin: string,
  options: Partial<WorktreeRequest> = {},
): Promise<IsolatedFolder> {
  const made = await worktreeOf(isolation, origin, options);
  if ("code" in made) throw new Error(JSON.stringify(made));
  return made;
}

/**
 * Returns the state that a repository shares with its worktrees: the bytes of its configuration, and the names of its
 * branches and of its entries.
 */
export function readShared(folder: string) {
  const git = path.join(folder, ".git");
  const entries = path.join(git, "worktrees");
  return {
    config: fs.readFileSync(path.join(git, "config"), "utf8"),
    branches: userGit(folder, "for-each-ref", "--format=%(refname) %(objectname)").trim().split("\n"),
    entries: fs.existsSync(entries) ? fs.readdirSync(entries) : [],
    head: fs.readFileSync(path.join(git, "HEAD"), "utf8"),
    index: fs.readFileSync(path.join(git, "index")).toString("base64"),
  };
}

/** Returns the changes of a copy by path, with what applying them means. */
export async function listEffects(isolation: DiskIsolation, id: string): Promise<Readonly<Record<string, string>>> {
  const { changes } = await isolation.compare(id);
  return Object.fromEntries(planChanges(changes).map(({ change, effect }) => [change.path, effect]));
}

/** Applies all changes of a copy that the user's files do not contradict. */
export async function applyClean(isolation: DiskIsolation, id: string) {
  const { last, changes } = await isolation.compare(id);
  const steps = planChanges(changes).flatMap(({ change, effect }) =>
    effect === "clean" ? [{ path: change.path, expected: change.mine }] : [],
  );
  return isolation.apply(id, last, steps);
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
}
