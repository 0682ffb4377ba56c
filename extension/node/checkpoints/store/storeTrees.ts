import { createHash } from "node:crypto";
import zlib from "node:zlib";
import type { GitCall, PrivateGit } from "../../git/privateGit.ts";
import { createPause } from "../disk/compareDisk.ts";
import { GitIndex } from "../index/gitIndex.ts";
import { buildTrees } from "../index/indexTrees.ts";

/** Number of new trees above which they go into one pack instead of a file each. */
export const minPackedTrees = 100;

/**
 * Stores the trees of an index in one pack where they are many, which is much faster than a file for each. `git
 * write-tree` then finds them, and writes those that are left.
 */
export async function storeTrees(
  git: PrivateGit,
  index: string,
  call: Pick<GitCall, "signal" | "isSyncedLater">,
): Promise<void> {
  const entries = new GitIndex(index);
  if (!entries.isReadable) return;
  const trees = buildTrees(entries.files());
  if (trees.size <= minPackedTrees) return;
  const asked = [...trees.keys()].map((name) => `${name}\n`).join("");
  // Git sets the time of a borrowed object that it would write, so those count as missing.
  const found = await git.run(["cat-file", "--batch-check", "--buffer"], {
    input: asked,
    isWriting: true,
    signal: call.signal,
  });
  const missing = [...found.toString("latin1").matchAll(/^([0-9a-f]+) missing$/gm)].flatMap(
    ([, name = ""]) => trees.get(name) ?? [],
  );
  if (missing.length <= minPackedTrees) return;
  await git.run(["index-pack", "--stdin"], { ...call, input: await formatPack(missing, call.signal), isWriting: true });
}

const treeType = 2;

/** Formats a pack of trees. */
async function formatPack(trees: readonly Buffer[], signal: AbortSignal | undefined): Promise<Buffer> {
  const header = Buffer.alloc(12);
  header.write("PACK");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(trees.length, 8);
  const parts: Buffer[] = [header];
  const pause = createPause(signal);
  for (const tree of trees) {
    parts.push(formatSize(tree.length), zlib.deflateSync(tree, { level: 1 }));
    await pause();
  }
  const content = Buffer.concat(parts);
  return Buffer.concat([content, createHash("sha1").update(content).digest()]);
}

/** Formats the type and the size in front of a content: 4 bits of the size, then 7 bits each, the lowest first. */
function formatSize(size: number): Buffer {
  const bytes = [(treeType << 4) | (size & 0xf)];
  for (let rest = size >> 4; rest > 0; rest >>= 7) {
    bytes.push(rest & 0x7f);
    bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) | 0x80;
  }
  return Buffer.from(bytes);
}
