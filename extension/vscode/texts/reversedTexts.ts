import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Text around and between the parts of a document. */
export interface Joints {
  readonly start: string;
  readonly separator: string;
  readonly end: string;
}

/**
 * Joins texts that arrive the last one first into one document, and keeps one text in memory. `use` gets a file with
 * the document, which is removed afterwards.
 */
export async function joinReversed(
  texts: AsyncIterable<string>,
  { start, separator, end }: Joints,
  use: (file: string) => Promise<void>,
): Promise<void> {
  const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), "tandem-export-"));
  try {
    const parts = await fs.promises.open(path.join(folder, "parts"), "wx+");
    const joined = path.join(folder, "joined");
    const handle = await fs.promises.open(joined, "wx");
    try {
      const lengths: number[] = [];
      for await (const text of texts) lengths.push((await parts.write(text)).bytesWritten);
      await handle.writeFile(start);
      let position = lengths.reduce((sum, length) => sum + length, 0);
      let isFirst = true;
      for (const length of lengths.reverse()) {
        position -= length;
        if (length === 0) continue;
        if (!isFirst) await handle.writeFile(separator);
        isFirst = false;
        await handle.writeFile((await parts.read(Buffer.alloc(length), 0, length, position)).buffer);
      }
      await handle.writeFile(end);
    } finally {
      await Promise.all([parts.close(), handle.close()]);
    }
    await use(joined);
  } finally {
    await fs.promises.rm(folder, { recursive: true, force: true });
  }
}
