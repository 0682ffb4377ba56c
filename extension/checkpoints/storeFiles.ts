import fs from "node:fs";
import path from "node:path";
import type { PrivateGit } from "../git/privateGit.ts";

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
 * Writes everything that snapshots need into one new pack, and removes all else: whole packs, and loose objects. A crash leaves both. Rejects, and
 * then removes nothing, if a snapshot is damaged.
 */
export async function compactObjects(git: PrivateGit, snapshots: readonly string[]): Promise<void> {
  const objects = path.join(git.folder, "objects");
  const packs = path.join(objects, "pack");
  await fs.promises.mkdir(packs, { recursive: true });
  const before = (await fs.promises.readdir(packs)).filter((name) => /^pack-[0-9a-f]+\.pack$/.test(name)).map((name) => name.slice(0, -".pack".length));
  const listed = await git.run(["rev-list", "--objects", "--no-object-names", "--stdin"], { input: snapshots.map((id) => `${id}\n`).join("") });
  const found = await git.run(["cat-file", "--batch-check=%(objectname)", "--buffer"], { input: listed, isWriting: true });
  // The others are borrowed, and stay where they are.
  const own = found.toString("utf8").replace(/^.* missing\n/gm, "");
  const options = ["--non-empty", "--delta-base-offset", "-q"];
  const added = (await git.run(["pack-objects", ...options, path.join(packs, "pack")], { input: own, isWriting: true })).toString("utf8").trim();
  for (const name of before) {
    if (name === `pack-${added}`) continue;
    // Without its index, git does not open a pack.
    for (const ending of ["idx", "rev", "keep", "pack"]) await fs.promises.rm(path.join(packs, `${name}.${ending}`), { force: true });
  }
  for (const name of await fs.promises.readdir(objects))
    if (/^[0-9a-f]{2}$/.test(name)) await fs.promises.rm(path.join(objects, name), { recursive: true, force: true });
}

/** Removes the folders in which git collects the objects of one call, if it was killed: it never does so itself. Call under the lock of the store. */
export async function sweepObjectFolders(git: string): Promise<void> {
  const objects = path.join(git, "objects");
  for (const name of await fs.promises.readdir(objects).catch(() => []))
    if (name.startsWith("tmp_objdir-")) await fs.promises.rm(path.join(objects, name), { recursive: true, force: true });
}
