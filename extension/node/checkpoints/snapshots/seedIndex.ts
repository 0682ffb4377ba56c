import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { eachConcurrently } from "../../../shared/base/eachConcurrently.ts";
import { askRepository } from "../../git/askRepository.ts";
import type { PrivateGit } from "../../git/privateGit.ts";
import type { Repository } from "../../git/worktrees.ts";
import { readRegular } from "../../storage/regularFiles.ts";
import { readModes } from "../disk/diskChanges.ts";
import type { WorkTree } from "../disk/workTree.ts";
import { GitIndex } from "../index/gitIndex.ts";
import type { IndexSeed } from "../index/indexEntry.ts";
import { isInside } from "../index/paths.ts";
import { readSizes } from "./readBlobs.ts";

/** Maximum size in bytes of a pack that is copied to another disk; above it the files themselves are read instead. */
const maxCopiedBytes = 256 * 1024 * 1024;

/** Mode of an entry for a repository inside. */
const submodule = 0o160000;

/** Attributes with which git stores other bytes than those on disk. */
const converting = new Set(["text", "eol", "crlf", "filter", "ident", "working-tree-encoding"]);

/** Facts that became known while an index was filled. */
export interface SeededIndex {
  /** Unusual permissions of its files, by their paths below the workspace folder. */
  readonly modes: ReadonlyMap<string, number>;
}

export interface SeedOptions {
  /** Path of git. */
  readonly program: string;
  readonly git: PrivateGit;
  readonly tree: WorkTree;
  /** Path of the index. */
  readonly index: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fills a new index from that of the user's repository, whose objects are linked or copied into ours, so that unchanged
 * files are not read. Returns undefined where that is not possible or not exact; the index is empty then. Never writes
 * in the user's repository.
 */
export async function seedIndex(options: SeedOptions): Promise<SeededIndex | undefined> {
  const { tree, index, signal } = options;
  const { repository } = tree;
  if (!repository) return undefined;
  try {
    return await seed({ ...options, tree: { ...tree, repository } });
  } catch {
    signal?.throwIfAborted();
    await fs.promises.rm(index, { force: true });
    return undefined;
  }
}

async function seed({
  program,
  git,
  tree,
  index,
  signal,
}: SeedOptions & { readonly tree: { readonly repository: Repository } }): Promise<SeededIndex | undefined> {
  const { repository, top, prefix } = tree;
  const source = path.join(repository.own, "index");
  const config = await readRegular(path.join(repository.common, "config"));
  if (/objectformat\s*=\s*sha256/i.test(config) || !fs.existsSync(source)) return undefined;
  await copyIndex(source, index);
  const call = { index, signal };
  if (!new GitIndex(index).isReadable)
    await git.run(["update-index", "--index-version", "2"], { ...call, isWriting: true });
  const copy = new GitIndex(index);
  // Reading a sparse index makes git write; the shared part of a split one may be deleted.
  if (!copy.isWhole) throw new Error("not a whole index");
  const entries = [...copy.seeds()];
  // Git neither records nor removes such an entry, which only a made-up index has.
  if (!entries.every(({ path: name }) => isInside(name))) throw new Error("a path leads out of the repository");
  const dropped = new Set<string>();
  // Drops files outside the workspace folder, unmerged paths, which have several entries, and submodules, whose files
  // are recorded one by one.
  for (const { mode, stage, path: name } of entries)
    if (!name.startsWith(prefix) || mode === submodule || stage !== 0) dropped.add(name);
  const kept = dropped.size === 0 ? entries : entries.filter(({ path: name }) => !dropped.has(name));
  const objects = path.join(repository.common, "objects");
  // Git works on other cores while the modes are read here.
  const [converted, [sizes, modes]] = await Promise.all([
    listConverted(program, top, kept),
    linkPacks(objects, git.borrowed).then(() =>
      Promise.all([borrowObjects(git, objects, kept, signal), readModes(kept, git, prefix, signal)]),
    ),
  ]);
  for (const name of converted) dropped.add(name);
  for (const { path: name, blob, size } of kept) {
    if (dropped.has(name)) continue;
    const stored = sizes.get(blob);
    // As in a partial clone, or where yet another repository has it.
    if (stored === undefined) throw new Error("an object of the index is missing");
    // Other bytes are on disk, whatever converted them: attributes and settings can have been others then. Git reads
    // those with a size of 0 again.
    if (size !== 0 && size !== stored % 2 ** 32) dropped.add(name);
  }
  const update = async (how: readonly string[], paths: readonly string[]): Promise<void> => {
    if (paths.length > 0)
      await git.run(["update-index", "-z", ...how, "--stdin"], {
        ...call,
        input: paths.map((each) => `${each}\0`).join(""),
      });
  };
  await update(["--force-remove"], [...dropped]);
  // Git would take such a file for unchanged after any edit.
  const overlooked = kept.flatMap(({ path: name, isOverlooked }) => (isOverlooked && !dropped.has(name) ? [name] : []));
  await update(["--no-assume-unchanged"], overlooked);
  await update(["--no-skip-worktree"], overlooked);
  return { modes };
}

/** Lists the files that git stores with other bytes than those on disk. */
async function listConverted(program: string, top: string, entries: readonly IndexSeed[]): Promise<readonly string[]> {
  const asked = entries.map(({ path: name }) => `${name}\0`).join("");
  // Most files have none, so this lists little.
  const attributes = (await askRepository(program, top, ["check-attr", "-z", "--stdin", "--all"], asked)).split("\0");
  const names: string[] = [];
  for (let at = 0; at + 2 < attributes.length; at += 3)
    if (converting.has(attributes[at + 1] ?? "") && attributes[at + 2] !== "unset") names.push(attributes[at] ?? "");
  return names;
}

/** Links or copies the objects of entries that are in no pack. Returns the sizes of all that are there then. */
async function borrowObjects(
  git: PrivateGit,
  objects: string,
  entries: readonly IndexSeed[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
  const blobs = new Set(entries.map(({ blob }) => blob));
  await linkLoose(objects, git.borrowed, blobs, signal);
  return new Map(await readSizes(git, [...blobs], signal));
}

/** Copies an index with a time that is not later than its own: an entry as new as its index is compared by content. */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeMs } = await fs.promises.stat(from);
  // regular: an index that git made
  await fs.promises.copyFile(from, to);
  const seconds = Math.floor(mtimeMs - 1) / 1000;
  await fs.promises.utimes(to, seconds, seconds);
}

/** Links the packs of a repository into another folder, or copies them where the disks differ. */
async function linkPacks(from: string, to: string): Promise<void> {
  await fs.promises.mkdir(path.join(to, "pack"), { recursive: true });
  for (const name of await listFiles(path.join(from, "pack")))
    if (/^pack-[0-9a-f]+\.(?:pack|idx|rev)$/.test(name))
      linkOne(path.join(from, "pack", name), path.join(to, "pack", name));
}

/** Number of folders whose files are linked at once. Links into one folder wait for each other. */
const maxFolders = 8;

/** Links those of the blobs that have a file each, like packs. */
async function linkLoose(
  from: string,
  to: string,
  blobs: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const folders = new Map<string, string[]>();
  for (const blob of blobs) {
    const names = folders.get(blob.slice(0, 2));
    if (names) names.push(blob.slice(2));
    else folders.set(blob.slice(0, 2), [blob.slice(2)]);
  }
  await eachConcurrently([...folders], maxFolders, async ([folder, names]) => {
    signal?.throwIfAborted();
    const loose = new Set(await listFiles(path.join(from, folder)));
    const found = names.filter((name) => loose.has(name));
    if (found.length > 0) await fs.promises.mkdir(path.join(to, folder), { recursive: true });
    await linkAll(found, `${from}/${folder}/`, `${to}/${folder}/`);
  });
}

/** Lists files only: git would wait for a pipe in their place. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

/**
 * Links or copies files of one folder into another, one after the other. With plain callbacks: promises take longer
 * than the links.
 */
function linkAll(names: readonly string[], from: string, to: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let at = 0;
    const next = (): void => {
      const name = names[at++];
      if (name === undefined) return resolve();
      fs.link(from + name, to + name, (error) => {
        try {
          if (error) copyUnlinked(from + name, to + name, error);
        } catch (failure) {
          return reject(failure);
        }
        next();
      });
    };
    next();
  });
}

function linkOne(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch (error) {
    copyUnlinked(from, to, error as NodeJS.ErrnoException);
  }
}

/** Copies a file that could not be linked because of `error`, unless it is there. */
function copyUnlinked(from: string, to: string, error: NodeJS.ErrnoException): void {
  if (error.code === "EEXIST" || fs.existsSync(to)) return;
  if (fs.statSync(from).size > maxCopiedBytes) throw error;
  // A copy that was cut off must not count as the whole.
  const beside = path.join(path.dirname(to), `tmp_copy_${randomUUID()}`);
  // regular: an object that git made
  fs.copyFileSync(from, beside, fs.constants.COPYFILE_EXCL);
  fs.renameSync(beside, to);
}
