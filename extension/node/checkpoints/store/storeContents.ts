import type { GitCall, PrivateGit } from "../../git/privateGit.ts";
import { isRegular } from "../disk/compareDisk.ts";
import type { Candidate } from "../disk/listCandidates.ts";
import { nameContent, type ReadContent, readWithStats } from "../index/blobNames.ts";
import type { NewIndex } from "../index/newIndex.ts";

/** Size in bytes above which git stores a file by itself. */
const maxSize = 1024 * 1024;

/**
 * Number of bytes that are read before other tasks may run, and sent together: less than the system takes at once, so
 * that git never waits.
 */
const batchBytes = 64 * 1024;

/** Number of files that are read before other tasks may run. */
const maxFiles = 256;

/**
 * Stores the contents of many files in one pack, which is much faster than a file for each. Those that are large, or
 * cannot be read, are left out. `index`: gets the files that are stored; without it they are to be read again. Returns
 * those that it has not.
 */
export async function storeFiles(
  git: PrivateGit,
  files: readonly Candidate[],
  { index, ...call }: Pick<GitCall, "signal" | "isSyncedLater"> & { readonly index?: NewIndex | undefined } = {},
): Promise<readonly Candidate[]> {
  const left: Candidate[] = [];
  const root = git.workTree.endsWith("/") ? git.workTree : `${git.workTree}/`;
  await git.runFed(
    ["fast-import", "--quiet", "--depth=0"],
    async (to) => {
      let batch = new BlobBatch();
      let sent: Promise<void> = Promise.resolve();
      for (const file of files) {
        const isSmall = isRegular(file.stats) && file.stats.size <= maxSize;
        const read = isSmall ? batch.add(root + file.path) : undefined;
        if (read && index) index.add(file.path, nameContent(read.content), read.stats);
        else left.push(file);
        if (!batch.isFull) continue;
        // Git reads a batch while the next one is made.
        await sent;
        sent = to.write(batch.content);
        batch = new BlobBatch();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await sent;
      await to.write(batch.content);
    },
    { ...call, isWriting: true },
  );
  return left;
}

/** Contents of files as `git fast-import` reads them, in one piece of memory. */
class BlobBatch {
  #memory = Buffer.allocUnsafeSlow(batchBytes * 2);
  #length = 0;
  #count = 0;

  get content(): Buffer {
    return this.#memory.subarray(0, this.#length);
  }

  get isFull(): boolean {
    return this.#length >= batchBytes || this.#count >= maxFiles;
  }

  /** Reads a file. Returns undefined if that is not possible. */
  add(file: string): ReadContent | undefined {
    this.#count++;
    const start = this.#length;
    let allotted: Buffer | undefined;
    const read = readWithStats(file, maxSize, (size) => {
      allotted = this.#begin(size);
      return allotted;
    });
    if (!read) {
      this.#length = start;
      return undefined;
    }
    const { content, stats } = read;
    if (content.length === allotted?.length) {
      this.#length += content.length;
    } else {
      // It was cut off meanwhile, or its size was unknown.
      this.#length = start;
      const copy = Buffer.from(content);
      copy.copy(this.#begin(copy.length));
      this.#length += copy.length;
    }
    this.#memory.write("\n", this.#length++, "latin1");
    return { content: this.#memory.subarray(this.#length - 1 - content.length, this.#length - 1), stats };
  }

  /** Writes what precedes a content of this size, and returns the memory for it. */
  #begin(size: number): Buffer {
    const header = `blob\ndata ${size}\n`;
    const end = this.#length + header.length + size + 1;
    if (end > this.#memory.length) {
      const larger = Buffer.allocUnsafeSlow(end + batchBytes);
      this.#memory.copy(larger, 0, 0, this.#length);
      this.#memory = larger;
    }
    this.#length += this.#memory.write(header, this.#length, "latin1");
    return this.#memory.subarray(this.#length, this.#length + size);
  }
}
