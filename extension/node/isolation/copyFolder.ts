import fs from "node:fs";
import path from "node:path";
import type { LeftOut } from "../../shared/contract/changes/isolation.ts";
import { statItself } from "../checkpoints/disk/compareDisk.ts";
import { linkTarget } from "../checkpoints/disk/linkTarget.ts";
import { leadsInside } from "./insidePaths.ts";
import { type CopyEntry, type CopyPlan, OverBudget } from "./planCopy.ts";

/** Number of files that are copied at once. */
const batchSize = 16;

export interface CopyOptions {
  readonly from: string;
  readonly to: string;
  readonly plan: CopyPlan;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Copies the planned entries into a folder that has none of these files yet: reflinks where the file system has them,
 * else contents; never hard links. No link is followed. Returns the entries that were left out because they changed
 * since the plan. Rejects with `OverBudget` if files grew, and like the file system.
 */
export async function copyFolder({
  from,
  to,
  plan,
  maxBytes,
  signal,
  onProgress,
}: CopyOptions): Promise<readonly LeftOut[]> {
  await fs.promises.mkdir(to, { recursive: true });
  const of = (kind: CopyEntry["kind"]): readonly CopyEntry[] => plan.entries.filter((entry) => entry.kind === kind);
  for (const { path: name, mode } of of("folder")) {
    signal?.throwIfAborted();
    // The owner must be able to remove the copy.
    await fs.promises.mkdir(path.join(to, name), { mode: mode | 0o700, recursive: true });
  }
  const files = of("file");
  const leftOut: LeftOut[] = [];
  let bytes = 0;
  for (let start = 0; start < files.length; start += batchSize) {
    signal?.throwIfAborted();
    const sizes = await Promise.all(files.slice(start, start + batchSize).map((entry) => copyEntry(from, to, entry)));
    for (const [at, size] of sizes.entries())
      if (size === undefined) leftOut.push({ path: files[start + at]?.path ?? "", reason: "unreadable" });
      else bytes += size;
    if (bytes > maxBytes) throw new OverBudget(bytes);
    onProgress?.(Math.min(start + batchSize, files.length), files.length);
  }
  for (const { path: name } of of("link")) {
    const target = await fs.promises.readlink(path.join(from, name), linkTarget).catch(() => undefined);
    if (target !== undefined) await fs.promises.symlink(target, path.join(to, name));
  }
  // A link can lead elsewhere in the copy than it did in the original: each is checked again in its place.
  for (const { path: name } of of("link")) {
    if (await leadsInside(to, name)) continue;
    await fs.promises.rm(path.join(to, name), { force: true });
    leftOut.push({ path: name, reason: "linkOutside" });
  }
  return leftOut;
}

/** Returns the size of the copied file; undefined if the file is not the planned one anymore. */
async function copyEntry(
  from: string,
  to: string,
  { path: name, ino, mtimeMs, source = path.join(from, name) }: CopyEntry,
): Promise<number | undefined> {
  const target = path.join(to, name);
  const before = statItself(source);
  if (!before?.isFile() || before.ino !== ino) return undefined;
  // regular: checked above
  await fs.promises.copyFile(source, target, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
  const stats = statItself(source);
  if (!stats?.isFile() || stats.ino !== ino) {
    await fs.promises.rm(target, { force: true });
    return undefined;
  }
  setTime(target, mtimeMs / 1000);
  return stats.size;
}

/** Gives a copy the time of its original, since build tools compare times. Some file systems do not let it. */
function setTime(file: string, seconds: number): void {
  try {
    fs.utimesSync(file, seconds, seconds);
  } catch {
    // The file then counts as new.
  }
}

/** Returns true if the file system copies a file by reference, so that a copy needs no space. */
export async function canReflink(from: string, to: string, { entries }: CopyPlan): Promise<boolean> {
  const file = entries.find(({ kind, size, source }) => kind === "file" && size > 0 && source === undefined);
  if (!file) return true;
  const probe = path.join(to, "reflink-probe");
  try {
    // regular: checked when the copy was planned
    await fs.promises.copyFile(
      path.join(from, file.path),
      probe,
      fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE_FORCE,
    );
    return true;
  } catch {
    return false;
  } finally {
    await fs.promises.rm(probe, { force: true });
  }
}
