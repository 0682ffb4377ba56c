import fs from "node:fs";
import path from "node:path";
import type { GitCall, PrivateGit } from "../../git/privateGit.ts";
import { openRegular } from "../../storage/regularFiles.ts";

/** Returns the bytes that a store takes on its disk. Files that the user's repository has too take none. */
export async function measureStore(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await fs.promises.readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) bytes += await measureStore(full);
    else if (entry.isFile()) {
      const stats = await fs.promises.lstat(full).catch(() => undefined);
      if (stats?.nlink === 1) bytes += stats.size;
    }
  }
  return bytes;
}

/**
 * Writes everything that snapshots need into one new pack, and removes all else: whole packs, and loose objects. A
 * crash leaves both. What the store has lost is left out. Rejects, and then removes nothing, if git fails, or if a part
 * of the store cannot be read at the moment.
 */
export async function compactObjects(git: PrivateGit, snapshots: readonly string[]): Promise<void> {
  const objects = path.join(git.folder, "objects");
  const packs = path.join(objects, "pack");
  await fs.promises.mkdir(packs, { recursive: true });
  const before = (await fs.promises.readdir(packs))
    .filter((name) => /^pack-[0-9a-f]+\.pack$/.test(name))
    .map((name) => name.slice(0, -".pack".length));
  const unshared = await listUnshared(git.borrowed);
  // Those that are borrowed stay where they are as long as the user's repository has them too.
  const isWriting = unshared.length === 0;
  const find = async (names: Uint8Array | string, call: Pick<GitCall, "isWriting">): Promise<string> => {
    const found = await git.run(["cat-file", "--batch-check=%(objectname)", "--buffer"], { ...call, input: names });
    return found.toString("utf8").replace(/^.* missing\n/gm, "");
  };
  const names = snapshots.map((id) => `${id}\n`).join("");
  const list = (input: string, ...how: readonly string[]): Promise<Buffer> =>
    git.run(["rev-list", "--objects", "--no-object-names", ...how, "--stdin"], { input });
  const listed = await list(names).catch(async (error: unknown) => {
    const isReadable = (): Promise<boolean> => canReadAll([objects, git.borrowed]);
    const left = (await isReadable()) ? await list(await find(names, {}), "--missing=allow-any") : undefined;
    if (!left || !(await isReadable())) throw error;
    return left;
  });
  const own = await find(listed, { isWriting });
  const options = ["--non-empty", "--delta-base-offset", "-q"];
  const added = (await git.run(["pack-objects", ...options, path.join(packs, "pack")], { input: own, isWriting }))
    .toString("utf8")
    .trim();
  for (const name of before) {
    if (name === `pack-${added}`) continue;
    // Without its index, git does not open a pack.
    for (const ending of ["idx", "rev", "keep", "pack"])
      await fs.promises.rm(path.join(packs, `${name}.${ending}`), { force: true });
  }
  for (const name of await fs.promises.readdir(objects))
    if (/^[0-9a-f]{2}$/.test(name)) await fs.promises.rm(path.join(objects, name), { recursive: true, force: true });
  for (const file of unshared) await fs.promises.rm(file, { force: true });
}

/** Returns whether each file in these folders can be read now: one that another program holds is not lost. */
export async function canReadAll(folders: readonly string[]): Promise<boolean> {
  try {
    for (const folder of folders.filter((each) => fs.existsSync(each)))
      for (const entry of await fs.promises.readdir(folder, { withFileTypes: true, recursive: true }))
        if (entry.isFile()) await (await openRegular(path.join(entry.parentPath, entry.name))).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether borrowed objects take space, because the user's repository does not have them any more, or they are
 * copies.
 */
export async function hasUnshared({ borrowed }: Pick<PrivateGit, "borrowed">): Promise<boolean> {
  return (await listUnshared(borrowed)).length > 0;
}

/**
 * Lists the files of borrowed objects that are no links any more; the one by which git finds a pack before the pack.
 */
async function listUnshared(borrowed: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const folder of await fs.promises.readdir(borrowed).catch(() => []))
    for (const name of await fs.promises.readdir(path.join(borrowed, folder)).catch(() => [])) {
      const [, pack] = /^(pack-[0-9a-f]+)\.pack$/.exec(name) ?? [];
      const isObject = pack !== undefined || (/^[0-9a-f]{2}$/.test(folder) && /^[0-9a-f]+$/.test(name));
      const file = path.join(borrowed, folder, name);
      const stats = isObject ? await fs.promises.lstat(file).catch(() => undefined) : undefined;
      if (stats?.nlink !== 1) continue;
      if (pack !== undefined)
        for (const ending of ["idx", "rev"]) files.push(path.join(borrowed, folder, `${pack}.${ending}`));
      files.push(file);
    }
  return files;
}

/**
 * Names of what a call of git, or a step of our own, leaves in a store when it is killed. Git itself never removes it.
 */
const leftNames = /^(?:rules-|new-index\.|fast_import_crash_|\.?tmp[_-])|\.lock$/;

/** Removes what killed calls left in a store. Call under its lock. */
export async function sweepStore({ folder, borrowed }: Pick<PrivateGit, "folder" | "borrowed">): Promise<void> {
  const objects = [path.join(folder, "objects"), borrowed];
  for (const place of [folder, path.join(folder, "info"), ...objects]) {
    for (const entry of await fs.promises.readdir(place, { withFileTypes: true }).catch(() => [])) {
      const full = path.join(place, entry.name);
      if (leftNames.test(entry.name)) await fs.promises.rm(full, { recursive: true, force: true });
      else if (entry.isDirectory() && objects.includes(place)) await sweepFolder(full);
    }
  }
}

async function sweepFolder(folder: string): Promise<void> {
  for (const name of await fs.promises.readdir(folder))
    if (leftNames.test(name)) await fs.promises.rm(path.join(folder, name), { recursive: true, force: true });
}
