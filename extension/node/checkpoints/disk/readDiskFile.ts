import fs from "node:fs";
import path from "node:path";
import { openRegular } from "../../storage/regularFiles.ts";
import { createLinkTest } from "./compareDisk.ts";
import { linkTarget } from "./linkTarget.ts";

/**
 * Returns the content of a file, or the target of a link, below a folder; undefined for nothing and for other kinds,
 * "tooLarge" for more than `maxBytes`. Follows no link.
 */
export async function readDiskFile(root: string, name: string): Promise<Uint8Array | undefined>;
export async function readDiskFile(
  root: string,
  name: string,
  maxBytes: number,
): Promise<Uint8Array | "tooLarge" | undefined>;
export async function readDiskFile(
  root: string,
  name: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array | "tooLarge" | undefined> {
  const full = path.join(root, name);
  const isReached = !createLinkTest(root)(path.posix.dirname(name));
  const stats = isReached ? await fs.promises.lstat(full).catch(() => undefined) : undefined;
  if (stats?.isSymbolicLink()) return Buffer.from(await fs.promises.readlink(full, linkTarget));
  if (!stats?.isFile()) return undefined;
  if (stats.size > maxBytes) return "tooLarge";
  const handle = await openRegular(full);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
