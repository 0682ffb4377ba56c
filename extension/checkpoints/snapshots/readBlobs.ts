import type { PrivateGit } from "../../git/privateGit.ts";

/** Maximum number of bytes that one call of git prints. */
const maxBatch = 16 * 1024 * 1024;

/**
 * Reads blobs with few calls of git. "tooLarge" for one of more than `maxBytes`, which must fit into a call. Rejects if the store has lost one of
 * them.
 */
export async function readBlobs(git: PrivateGit, blobs: readonly string[], maxBytes: number): Promise<ReadonlyMap<string, Buffer | "tooLarge">> {
  const found = new Map<string, Buffer | "tooLarge">();
  let batch: string[] = [];
  let length = 0;
  const readBatch = async (): Promise<void> => {
    for (const [blob, content] of parseBatch(await git.run(["cat-file", "--batch", "--buffer"], { input: toLines(batch), maxBytes: maxBatch * 2 })))
      found.set(blob, content);
    [batch, length] = [[], 0];
  };
  for (const [blob, size] of await readSizes(git, [...new Set(blobs)])) {
    if (size > maxBytes) {
      found.set(blob, "tooLarge");
      continue;
    }
    if (length + size > maxBatch) await readBatch();
    batch.push(blob);
    length += size;
  }
  if (batch.length > 0) await readBatch();
  return found;
}

async function readSizes(git: PrivateGit, blobs: readonly string[]): Promise<readonly (readonly [blob: string, size: number])[]> {
  if (blobs.length === 0) return [];
  const listed = await git.run(["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"], { input: toLines(blobs) });
  return listed
    .toString("latin1")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [, blob, size] = /^([0-9a-f]+) (\d+)$/.exec(line) ?? [];
      if (blob === undefined) throw new Error(`a stored file is missing: ${line.slice(0, 100)}`);
      return [blob, Number(size)] as const;
    });
}

/** Parses what `git cat-file --batch` prints. */
function* parseBatch(output: Buffer): Generator<readonly [blob: string, content: Buffer]> {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf("\n", at);
    const [, blob, size] = /^([0-9a-f]+) blob (\d+)$/.exec(output.toString("latin1", at, end)) ?? [];
    if (blob === undefined) throw new Error("a stored file is missing");
    // A copy, so that one content does not keep all others in memory.
    yield [blob, Buffer.from(output.subarray(end + 1, end + 1 + Number(size)))];
    at = end + 1 + Number(size) + 1;
  }
}

function toLines(blobs: readonly string[]): string {
  return blobs.map((blob) => `${blob}\n`).join("");
}
