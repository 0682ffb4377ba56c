import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { leftOutReasons } from "../../shared/contract/changes/isolation.ts";
import { readRegularSync } from "../storage/regularFiles.ts";

const version = 1;

/** A git worktree as its record keeps it. */
const worktree = z.strictObject({
  /**
   * Absolute path of the root of the repository's worktree that it was made from, and of the git folder that all of
   * them share.
   */
  top: z.string(),
  common: z.string(),
  branch: z.string(),
  /** The commit at which the branch began, and the branch of the original then; empty for none. */
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  from: z.string(),
  /** Commits of `from` that its upstream does not have, and the other way around. */
  upstream: z.strictObject({ name: z.string(), ahead: z.number(), behind: z.number() }).optional(),
  hasUncommitted: z.boolean(),
  /** The last commit of its base that was merged into the branch since, and the time of that merge. */
  updated: z.strictObject({ commit: z.string().regex(/^[0-9a-f]{40,64}$/), at: z.number() }).optional(),
  ports: z.strictObject({ first: z.number(), last: z.number() }).optional(),
});

export type WorktreeRecord = z.infer<typeof worktree>;

const rules = z.strictObject({
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  isFollowingLinks: z.boolean(),
});

/** A further folder in a copy as its record keeps it. */
const mount = z.strictObject({
  /** Place below the working folder, with "/". */
  path: z.string(),
  /** Absolute path of the folder that it was made from, links resolved. */
  origin: z.string(),
  isReadOnly: z.boolean(),
  rules: rules.optional(),
  /** Snapshots, as those of the folder. */
  base: z.string().optional(),
  last: z.string().optional(),
});

export type MountRecord = z.infer<typeof mount>;

/**
 * Record of an isolated folder. `creating` and `discarding` are seen only by the window that does it, and after a
 * crash. A discarded one has no files anymore, but its snapshots, from which its changes can still be applied.
 */
const record = z.object({
  version: z.literal(version),
  id: z.string().regex(/^[0-9a-f]{8}$/),
  kind: z.enum(["copy", "worktree"]),
  state: z.enum(["creating", "ready", "discarding", "discarded"]),
  /** Absolute path of the folder that it was made from, links resolved. */
  origin: z.string(),
  /**
   * Name of the top folder below `files`, and the path from there to the working folder, with "/" at the end; empty if
   * they are the same.
   */
  name: z.string(),
  prefix: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  discardedAt: z.number().optional(),
  /** Snapshots of the beginning, and of the end of a discarded folder. */
  base: z.string().optional(),
  last: z.string().optional(),
  /** Some of the entries that are not in the folder, and their number. */
  leftOut: z.array(z.strictObject({ path: z.string(), reason: z.enum(leftOutReasons) })),
  leftOutCount: z.number(),
  worktree: worktree.optional(),
  /** Globs that selected the entries of a copy. */
  rules: rules.optional(),
  mounts: z.array(mount).optional(),
  /** Of a discarded folder: git folders that were kept, by their paths from the top folder, with "/". */
  repositories: z.array(z.string()).optional(),
  /** Set only for an attempt of a prompt. */
  attempt: z
    .strictObject({ group: z.string(), number: z.number(), count: z.number(), model: z.string(), prompt: z.string() })
    .optional(),
});

export type IsolationRecord = z.infer<typeof record>;

const fileName = "record.json";

/** Maximum number of left out entries that a record names. */
export const maxLeftOut = 50;

/** Writes the record of a folder durably: after a crash it is the old or the new one. */
export function writeRecord(place: string, value: IsolationRecord): void {
  const beside = path.join(place, `${fileName}.new`);
  fs.rmSync(beside, { force: true });
  const descriptor = fs.openSync(beside, "wx", 0o600);
  try {
    fs.writeFileSync(descriptor, JSON.stringify(value));
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(beside, path.join(place, fileName));
}

/** Returns undefined for a folder without a record, or with one that is damaged or from another version. */
export function readRecord(place: string): IsolationRecord | undefined {
  try {
    const result = record.safeParse(JSON.parse(readRegularSync(path.join(place, fileName))));
    return result.success && result.data.id === path.basename(place) && isPlain(result.data) ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if a folder has a record, also one that cannot be read. */
export function hasRecord(place: string): boolean {
  try {
    return fs.lstatSync(path.join(place, fileName), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Returns true if the working folder of a record lies below its own place. */
function isPlain({ name, prefix, mounts = [], repositories = [] }: IsolationRecord): boolean {
  // A repository can lie beside the top folder.
  const below = repositories.map((each) => each.replace(/^\.\.\//, ""));
  const parts = [name, ...prefix.split("/"), ...below.flatMap((each) => each.split("/"))];
  return (
    name !== "" &&
    parts.every((part) => part !== ".." && !/[\\/]/.test(part)) &&
    mounts.every((each) => isMountPath(each.path))
  );
}

/**
 * Returns true for a relative path, with "/", that stays in its folder on every system. No part begins with a dot: a
 * repository cannot place a git folder or a folder with settings of `claude` in a copy by a mount.
 */
export function isMountPath(name: string): boolean {
  return name
    .split("/")
    .every((part) => /^[^.\s\p{Cc}\\:*?"<>|][^\p{Cc}\\:*?"<>|]*$/u.test(part) && !/[. ]$/.test(part));
}

/** Returns the folder with the snapshots and journals of a mount. */
export function getMountPlace(place: string, index: number): string {
  return path.join(place, "mounts", String(index));
}

/** Returns the place of a git folder that was kept when the other files were discarded. */
export function getRepositoryPlace(place: string, index: number): string {
  return path.join(place, "repositories", String(index));
}

/** Returns the folder of all files; those beside the top folder are what a conversation put there. */
export function getFilesFolder(place: string): string {
  return path.join(place, "files");
}

/** Returns the top folder of an isolated folder. */
export function getTopFolder(place: string, { name }: Pick<IsolationRecord, "name">): string {
  return path.join(getFilesFolder(place), name);
}

/** Returns the folder of which snapshots are taken: all of a worktree, else the one in which the conversation works. */
export function getSnapshotFolder(
  place: string,
  record: Pick<IsolationRecord, "name" | "prefix" | "worktree">,
): string {
  return record.worktree ? getTopFolder(place, record) : getWorkFolder(place, record);
}

/** Returns the folder to which changes are applied. */
export function getAppliedFolder({ origin, worktree }: Pick<IsolationRecord, "origin" | "worktree">): string {
  return worktree?.top ?? origin;
}

/** Returns the folder in which the conversation works. */
export function getWorkFolder(place: string, { name, prefix }: Pick<IsolationRecord, "name" | "prefix">): string {
  return path.join(getTopFolder(place, { name }), ...prefix.split("/").filter(Boolean));
}

/** Returns the folder of a mount in a copy. */
export function getMountFolder(
  place: string,
  record: Pick<IsolationRecord, "name" | "prefix">,
  { path: name }: Pick<MountRecord, "path">,
): string {
  return path.join(getWorkFolder(place, record), ...name.split("/"));
}
