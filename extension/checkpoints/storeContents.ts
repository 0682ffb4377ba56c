import path from "node:path";
import type { GitCall, PrivateGit } from "../git/privateGit.ts";
import { readSmallFile } from "./blobNames.ts";
import type { Candidate } from "./listCandidates.ts";

/** Size in bytes above which git stores a file by itself. */
const maxSize = 1024 * 1024;

/** Number of bytes that are read before other tasks may run, and sent together. */
const batchBytes = 256 * 1024;

/**
 * Stores the contents of many files in one pack, which is much faster than a file for each. Those that are large, or cannot be read, are left out.
 * Files may change later: what an index gets is read again.
 */
export async function storeFiles(git: PrivateGit, files: readonly Candidate[], call: Pick<GitCall, "signal" | "isSyncedLater"> = {}): Promise<void> {
  const small = files.filter(({ stats }) => stats.isFile() && stats.size <= maxSize);
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
      for (const { path: name } of small) {
        const content = readSmallFile(path.join(git.workTree, name), maxSize);
        if (!content) continue;
        parts.push(Buffer.from(`blob\ndata ${content.length}\n`), content, newline);
        bytes += content.length;
        if (bytes >= batchBytes || parts.length > 600) await send();
      }
      await send();
    },
    { ...call, isWriting: true },
  );
}

const newline = Buffer.from("\n");
