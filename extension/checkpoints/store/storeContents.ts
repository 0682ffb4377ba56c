import path from "node:path";
import type { GitCall, PrivateGit } from "../../git/privateGit.ts";
import { nameContent, readWithStats } from "../disk/blobNames.ts";
import type { Candidate } from "../disk/listCandidates.ts";
import type { NewIndex } from "../index/newIndex.ts";

/** Size in bytes above which git stores a file by itself. */
const maxSize = 1024 * 1024;

/** Number of bytes that are read before other tasks may run, and sent together. */
const batchBytes = 256 * 1024;

/**
 * Stores the contents of many files in one pack, which is much faster than a file for each. Those that are large, or cannot be read, are left out.
 * `index`: gets the files that are stored; without it they are to be read again. Returns those that it has not.
 */
export async function storeFiles(
  git: PrivateGit,
  files: readonly Candidate[],
  { index, ...call }: Pick<GitCall, "signal" | "isSyncedLater"> & { readonly index?: NewIndex | undefined } = {},
): Promise<readonly Candidate[]> {
  const left: Candidate[] = [];
  await git.runFed(
    ["fast-import", "--quiet", "--depth=0"],
    async (to) => {
      let parts: Buffer[] = [];
      let bytes = 0;
      const send = async (): Promise<void> => {
        const batch = Buffer.concat(parts);
        parts = [];
        bytes = 0;
        await to.write(batch);
        await new Promise((resolve) => setImmediate(resolve));
      };
      for (const file of files) {
        const isSmall = file.stats.isFile() && file.stats.size <= maxSize;
        const read = isSmall ? readWithStats(path.join(git.workTree, file.path), maxSize) : undefined;
        if (read && index) index.add(file.path, nameContent(read.content), read.stats);
        else left.push(file);
        if (!read) continue;
        const { content } = read;
        parts.push(Buffer.from(`blob\ndata ${content.length}\n`), content, newline);
        bytes += content.length;
        if (bytes >= batchBytes || parts.length > 600) await send();
      }
      await send();
    },
    { ...call, isWriting: true },
  );
  return left;
}

const newline = Buffer.from("\n");
