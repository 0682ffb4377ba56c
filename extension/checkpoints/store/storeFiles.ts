import fs from "node:fs";
import path from "node:path";
import type { PrivateGit } from "../../git/privateGit.ts";

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

/** Names of what a call of git, or a step of our own, leaves in a store when it is killed. Git itself never removes it. */
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
