import type { PrivateGit } from "../../git/privateGit.ts";
import { readObjects } from "../store/readObjects.ts";

/**
 * Reads blobs with two calls of git. "tooLarge" for one of more than `maxBytes`. Leaves out those that the store has
 * lost, or not as they were.
 */
export async function readBlobs(
  git: PrivateGit,
  blobs: readonly string[],
  maxBytes: number,
): Promise<ReadonlyMap<string, Buffer | "tooLarge">> {
  const sizes = await readSizes(git, [...new Set(blobs)]);
  const found = new Map<string, Buffer | "tooLarge">(
    sizes.flatMap(([blob, size]) => (size > maxBytes ? [[blob, "tooLarge"]] : [])),
  );
  let parts: Buffer[] = [];
  await readObjects(
    git,
    sizes.flatMap(([blob, size]) => (size > maxBytes ? [] : [blob])),
    {
      begin: () => {
        parts = [];
      },
      // A copy, so that one content does not keep all others in memory.
      write: (part) => void parts.push(Buffer.from(part)),
      end: (blob, isWhole) => void (isWhole && found.set(blob, Buffer.concat(parts))),
    },
  );
  return found;
}

/** Returns the sizes of blobs in bytes, without those that the store does not have. */
export async function readSizes(
  git: PrivateGit,
  blobs: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (readonly [blob: string, size: number])[]> {
  if (blobs.length === 0) return [];
  const input = blobs.map((blob) => `${blob}\n`).join("");
  const listed = await git.run(["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"], {
    input,
    signal,
  });
  return [...listed.toString("latin1").matchAll(/^([0-9a-f]+) (\d+)$/gm)].map(
    ([, blob = "", size]) => [blob, Number(size)] as const,
  );
}
