import fs from "node:fs";
import path from "node:path";
import type { PrivateGit } from "../../git/privateGit.ts";
import { openRegular } from "../../storage/regularFiles.ts";
import { findLost } from "./readObjects.ts";
import { canReadAll } from "./storeFiles.ts";

/** A file of objects in a store: a pack, or a single object. */
interface StoredFile {
  /** Path without its ending, of which a pack has several. */
  readonly path: string;
  readonly isPack: boolean;
  readonly names: readonly string[];
}

const endings = ["idx", "rev", "keep", "pack"];

/**
 * Reads every object of a store, and removes those that are not as they were: git takes a damaged one for stored, and
 * would never store it again. What is whole in the pack of a damaged one is kept in a new pack. While a part of the
 * store cannot be read, nothing is removed. Returns whether something was damaged and removed. Call under the lock of
 * the store.
 */
export async function removeDamaged(git: PrivateGit, signal?: AbortSignal): Promise<boolean> {
  const places = [path.join(git.folder, "objects"), git.borrowed];
  const files: StoredFile[] = [];
  for (const place of places)
    files.push(...(await listLoose(place)), ...(await listPacks(git, path.join(place, "pack"))));
  const lost = await findLost(
    git,
    files.flatMap(({ names }) => names),
    signal,
  );
  if (lost.size === 0 || !(await canReadAll(places))) return false;
  for (const { path: file, isPack, names } of files) {
    if (!names.some((name) => lost.has(name))) continue;
    const whole = names.filter((name) => !lost.has(name));
    if (isPack && whole.length > 0) {
      const input = whole.map((name) => `${name}\n`).join("");
      await git.run(["pack-objects", "--delta-base-offset", "-q", path.join(git.folder, "objects/pack/pack")], {
        input,
        signal,
      });
    }
    // Without its index, git does not open a pack.
    for (const each of isPack ? endings.map((ending) => `${file}.${ending}`) : [file])
      await fs.promises.rm(each, { force: true });
  }
  return true;
}

async function listLoose(place: string): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  for (const folder of await fs.promises.readdir(place).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await fs.promises.readdir(path.join(place, folder)).catch(() => []))
      if (/^[0-9a-f]{38}$/.test(name))
        files.push({ path: path.join(place, folder, name), isPack: false, names: [folder + name] });
  }
  return files;
}

async function listPacks(git: PrivateGit, place: string): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  for (const name of await fs.promises.readdir(place).catch(() => [])) {
    const [, pack] = /^(pack-[0-9a-f]+)\.idx$/.exec(name) ?? [];
    if (pack === undefined) continue;
    const handle = await openRegular(path.join(place, name));
    const index = await handle.readFile().finally(() => handle.close());
    // An index that is damaged itself names nothing; git does not open its pack.
    const listed = await git.run(["show-index"], { input: index }).catch(() => Buffer.alloc(0));
    const names = [...listed.toString("latin1").matchAll(/^\d+ ([0-9a-f]{40})\b/gm)].map(([, object = ""]) => object);
    files.push({ path: path.join(place, pack), isPack: true, names });
  }
  return files;
}
