import { createHash, type Hash } from "node:crypto";
import fs from "node:fs";
import { openRegular } from "../../storage/regularFiles.ts";

/** Maximum size in bytes of a file that is read synchronously: for less, a thread costs more than it saves. */
const maxAtOnce = 1024 * 1024;

/** Begins the name under which git stores a content of this size; its bytes follow. */
function beginName(size: number): Hash {
  return beginObject("blob", size);
}

/** Returns the name under which git stores a content. */
export function nameContent(content: Uint8Array): string {
  return nameObject("blob", content);
}

/** Returns the name of an object. */
export function nameObject(type: "blob" | "tree", content: Uint8Array): string {
  return beginObject(type, content.length).update(content).digest("hex");
}

function beginObject(type: "blob" | "tree", size: number): Hash {
  return createHash("sha1").update(`${type} ${size}\0`);
}

/** Returns the name under which git stores the content of a file. Rejects for anything but a regular file. */
export async function hashFile(file: string): Promise<string> {
  const small = readSmallFile(file, maxAtOnce);
  if (small) return nameContent(small);
  const handle = await openRegular(file);
  try {
    const hash = beginName((await handle.stat()).size);
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
    return hash.digest("hex");
  } finally {
    await handle.close();
  }
}

/**
 * Returns the content of a file; undefined for a larger or unreadable one, and for anything but a file. Follows no
 * link.
 */
export function readSmallFile(file: string, maxBytes: number): Buffer | undefined {
  return readWithStats(file, maxBytes)?.content;
}

/** A content with the stats that its file had right before it was read. */
export interface ReadContent {
  readonly content: Buffer;
  readonly stats: fs.BigIntStats;
}

/** Reads a file like `readSmallFile`, with its stats. `allot`: returns the memory for a content of this size. */
export function readWithStats(
  file: string,
  maxBytes: number,
  allot: (size: number) => Buffer = Buffer.allocUnsafe,
): ReadContent | undefined {
  let descriptor: number | undefined;
  try {
    // regular: checked below, and opened without waiting for the writer of a pipe
    descriptor = fs.openSync(
      file,
      fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0),
    );
    const stats = fs.fstatSync(descriptor, { bigint: true });
    return stats.isFile() && stats.size <= maxBytes
      ? { content: readAll(descriptor, Number(stats.size), allot), stats }
      : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** Reads the first `size` bytes of a file, or those that it has. */
function readAll(descriptor: number, size: number, allot: (size: number) => Buffer): Buffer {
  // Some systems know no size before a file is read.
  if (size === 0) return fs.readFileSync(descriptor);
  const content = allot(size);
  for (let length = 0; length < size; ) {
    const read = fs.readSync(descriptor, content, length, size - length, null);
    if (read === 0) return content.subarray(0, length);
    length += read;
  }
  return content;
}
