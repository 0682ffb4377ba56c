import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { getParents } from "../index/paths.ts";
import { createPause, statItself } from "./compareDisk.ts";
import { listIgnoredIn, type NestedSource } from "./nestedRepositories.ts";

/**
 * A file that a snapshot leaves out, or a folder of such files, which has "/" at its end: names and sizes alone, no
 * content.
 */
export interface IgnoredEntry {
  /** Path relative to the workspace folder. */
  readonly path: string;
  /** Size of a file in bytes. */
  readonly size?: number | undefined;
  /**
   * Paths and sizes of the files in a folder, those nearest to it first and of many only some; undefined for a folder
   * of git.
   */
  readonly files?: readonly (readonly [string, number])[] | undefined;
  /** True if a folder has more files than are named. */
  readonly isCut?: boolean | undefined;
  /** Tells a folder of git from another one in its place. */
  readonly made?: string | undefined;
}

/** An ignored file, or folder of ignored files, that is gone. */
export interface DeletedEntry {
  readonly path: string;
  /** Size in bytes, where it is known. */
  readonly size?: number | undefined;
  /** True if its folder, which is ignored as a whole, has new files since, as after a build. */
  readonly isReplaced: boolean;
}

/**
 * Git's list of ignored files and of nested repositories. Paths are relative to the work tree; folders have "/" at the
 * end.
 */
export interface IgnoredNames {
  readonly ignored: readonly string[];
  readonly repositories: readonly string[];
}

export interface IgnoredSource extends IgnoredNames, NestedSource {
  /** Folder below the work tree that is looked at, with "/" at the end; empty for all of it. */
  readonly prefix: string;
}

/** Maximum number of files that are named, and of those in one folder. */
const maxEntries = 5_000;
const maxInFolder = 500;

/**
 * Looks at the ignored files that git listed, and at those of nested repositories; follows no link. Git folders count
 * as ignored.
 */
export async function listIgnoredEntries(source: IgnoredSource): Promise<readonly IgnoredEntry[]> {
  const { git, prefix, repositories, signal } = source;
  const rest = createPause(signal);
  const inside: string[] = [];
  // One by one: a folder may hold hundreds. One that git cannot read leaves the names of the others.
  for (const repository of repositories) inside.push(...(await listIgnoredIn(source, repository).catch(() => [])));
  signal?.throwIfAborted();
  const entries: IgnoredEntry[] = [];
  const names = new Set([...listGitFolders(source), ...source.ignored, ...inside]);
  const named = [...names].filter((name) => {
    // Git lists a folder with ignored files alone, and these files too. A name that is not UTF-8 is not a path.
    const isCounted = getParents(name.replace(/\/$/, "")).some((folder) => names.has(`${folder}/`));
    return name.startsWith(prefix) && !name.includes("\uFFFD") && !isCounted;
  });
  const isFolder = (name: string): boolean => name.endsWith("/");
  const files = named.filter((name) => !isFolder(name));
  // Files by themselves first, as one with secrets; folders, as those of packages, share what is left.
  const all = [...pickRare(files, maxEntries), ...named.filter(isFolder).slice(0, maxEntries)];
  let left = maxEntries;
  for (const [at, name] of all.entries()) {
    await rest();
    const shown = name.slice(prefix.length);
    if (!name.endsWith("/")) {
      const stats = statItself(path.join(git.workTree, name));
      if (stats) entries.push({ path: shown, size: stats.size });
      left -= 1;
      continue;
    }
    const isOfGit = shown === ".git/" || shown.endsWith("/.git/");
    const listed = isOfGit
      ? undefined
      : await listFiles(
          path.join(git.workTree, name),
          Math.max(1, Math.min(maxInFolder, Math.floor(left / (all.length - at)))),
        );
    entries.push(isOfGit ? { path: shown, made: getMade(path.join(git.workTree, name)) } : { path: shown, ...listed });
    left -= 1 + (listed?.files?.length ?? 0);
  }
  return entries;
}

function listGitFolders({ git, prefix, repositories }: IgnoredSource): readonly string[] {
  return [...(prefix === "" ? [""] : []), ...repositories].flatMap((folder) => {
    const stats = statItself(path.join(git.workTree, folder, ".git"));
    return stats ? [`${folder}.git${stats.isDirectory() ? "/" : ""}`] : [];
  });
}

/** Returns what tells a folder from one that was made in its place: a number alone is given again. */
function getMade(folder: string): string | undefined {
  const stats = statItself(folder);
  return stats && `${stats.ino} ${stats.birthtimeMs}`;
}

/**
 * Returns at most `max` of the names, sorted, rare kinds first: a database among pictures counts more than one of them.
 */
function pickRare(names: readonly string[], max: number): readonly string[] {
  const kinds = new Map<string, number>();
  for (const name of names) kinds.set(path.extname(name), (kinds.get(path.extname(name)) ?? 0) + 1);
  const compare = (one: string, other: string): number =>
    (kinds.get(path.extname(one)) ?? 0) - (kinds.get(path.extname(other)) ?? 0) || (one < other ? -1 : 1);
  return [...names].sort(compare).slice(0, max).sort();
}

/**
 * Lists at most `max` files in a folder with their sizes, the nearest ones and rare kinds first. Undefined if the
 * folder cannot be read.
 */
async function listFiles(folder: string, max: number): Promise<Pick<IgnoredEntry, "files" | "isCut"> | undefined> {
  const names: string[] = [];
  const open = [""];
  let below = open.shift();
  for (; below !== undefined && names.length < max; below = open.shift()) {
    const found = await fs.promises.readdir(path.join(folder, below), { withFileTypes: true }).catch(() => undefined);
    if (!found && below === "") return undefined;
    for (const entry of found ?? [])
      if (entry.isDirectory()) open.push(`${below}${entry.name}/`);
      else names.push(`${below}${entry.name}`);
  }
  const files = pickRare(names, max).map((name) => [name, statItself(path.join(folder, name))?.size ?? 0] as const);
  return { files, ...(below !== undefined || names.length > max ? { isCut: true } : {}) };
}

/** Returns those of the entries that a workspace folder does not have any more. A folder that is gone counts as one. */
export async function findDeletedEntries(
  root: string,
  entries: readonly IgnoredEntry[],
  signal?: AbortSignal,
): Promise<readonly DeletedEntry[]> {
  const rest = createPause(signal);
  const deleted: DeletedEntry[] = [];
  for (const { path: name, size, files, isCut, made } of entries) {
    await rest();
    const full = path.join(root, name);
    if (!name.endsWith("/")) {
      if (!statItself(full)) deleted.push({ path: name, size, isReplaced: false });
      continue;
    }
    const isAnother = made !== undefined && getMade(full) !== made;
    if (files ? files.length > 0 && !statItself(full) : isAnother || isEmpty(full)) {
      deleted.push({
        path: name,
        size: isCut ? undefined : files?.reduce((sum, [, each]) => sum + each, 0),
        isReplaced: false,
      });
      continue;
    }
    const gone: (readonly [string, number])[] = [];
    for (const each of files ?? []) {
      await rest();
      if (!statItself(path.join(full, each[0]))) gone.push(each);
    }
    const known = new Set(files?.map(([file]) => file));
    for (const [file, bytes] of gone)
      deleted.push({
        path: name + file,
        size: bytes,
        isReplaced: isReplaced(full, file, { known, goneCount: gone.length }),
      });
  }
  return deleted;
}

/** Returns true for a folder that is gone, or has nothing in it. */
function isEmpty(folder: string): boolean {
  try {
    return fs.readdirSync(folder).length === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EACCES";
  }
}

/**
 * Number of files from which those that are gone are taken for replaced by any new ones beside them, as after a build.
 */
const manyGone = 3;

/**
 * Returns whether the place of a file that is gone has new ones since: any where many are gone, and of few only one of
 * the same kind.
 */
function isReplaced(
  folder: string,
  file: string,
  { known, goneCount }: { readonly known: ReadonlySet<string>; readonly goneCount: number },
): boolean {
  const below = path.posix.dirname(file);
  const isLike = (name: string): boolean =>
    goneCount >= manyGone || path.posix.extname(name) === path.posix.extname(file);
  try {
    const names = fs.readdirSync(path.join(folder, below), { withFileTypes: true });
    return names.some(
      (entry) => !entry.isDirectory() && isLike(entry.name) && !known.has(path.posix.join(below, entry.name)),
    );
  } catch {
    return false;
  }
}

const entries = z.array(
  z.object({
    path: z.string().min(1),
    size: z.number().optional(),
    files: z.array(z.tuple([z.string(), z.number()])).optional(),
    isCut: z.boolean().optional(),
    made: z.string().optional(),
  }),
);

/** Reads entries that were stored as JSON. Throws for anything else. */
export function parseIgnoredEntries(text: string): readonly IgnoredEntry[] {
  return entries.parse(JSON.parse(text));
}
