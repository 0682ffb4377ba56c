import type { Hash } from "node:crypto";
import fs from "node:fs";
import type { PrivateGit } from "../../git/privateGit.ts";
import { beginName } from "../disk/blobNames.ts";

/** A file to write: new, with these permission bits. */
export interface StagedFile {
  readonly target: string;
  readonly blob: string;
  readonly mode: number;
}

/** A content that the store does not have any more, or not as it was. */
export class LostContent extends Error {
  readonly blob: string;

  constructor(message: string, blob: string) {
    super(message);
    this.blob = blob;
  }
}

/**
 * Writes blobs of any size into new files. Returns the stats of these by their paths. Rejects, with `LostContent` if a blob is missing or damaged.
 */
export async function stageContents(git: PrivateGit, files: readonly StagedFile[]): Promise<ReadonlyMap<string, fs.Stats>> {
  const targets = new Map<string, StagedFile[]>();
  for (const file of files) targets.set(file.blob, (targets.get(file.blob) ?? []).concat(file));
  const blobs = [...targets.keys()];
  const writer = new BlobWriter(blobs, (blob) => targets.get(blob)?.[0]);
  try {
    await git.run(["cat-file", "--batch", "--buffer"], { input: blobs.map((blob) => `${blob}\n`).join(""), onOutput: (chunk) => writer.add(chunk) });
    writer.end();
  } finally {
    writer.close();
  }
  for (const [first, ...others] of targets.values())
    for (const { target, mode } of others) {
      if (first) fs.copyFileSync(first.target, target, fs.constants.COPYFILE_EXCL);
      fs.chmodSync(target, mode);
      writer.written.set(target, fs.lstatSync(target));
    }
  return writer.written;
}

/** Reads what `git cat-file --batch` prints for some blobs, piece by piece. */
class BlobWriter {
  readonly #expected: readonly string[];
  readonly #find: (blob: string) => StagedFile | undefined;
  /** Permission bits that the system takes from each new file; asking for them takes longer than what is done with them. */
  readonly #umask = process.umask();
  #number = 0;
  #header = "";
  #hash: Hash | undefined;
  #descriptor: number | undefined;
  /** Bytes that are still to come, with the end of a line behind the content. */
  #left = 0;
  #failure: Error | undefined;
  #target = "";
  /** Stats of the files that are written whole, by their paths. */
  readonly written = new Map<string, fs.Stats>();

  constructor(expected: readonly string[], find: (blob: string) => StagedFile | undefined) {
    this.#expected = expected;
    this.#find = find;
  }

  /** Never throws; `end` does. */
  add(chunk: Buffer): void {
    try {
      for (let rest = chunk; rest.length > 0 && !this.#failure; ) rest = this.#descriptor === undefined ? this.#readHeader(rest) : this.#readContent(rest);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  /** Throws unless all blobs were written whole. */
  end(): void {
    if (this.#failure) throw this.#failure;
    if (this.#number !== this.#expected.length) throw this.#lose("a stored file is missing");
  }

  close(): void {
    if (this.#descriptor !== undefined) fs.closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #lose(message: string): LostContent {
    return new LostContent(message, this.#expected[this.#number] ?? "");
  }

  #readHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf("\n");
    this.#header += chunk.toString("latin1", 0, end < 0 ? chunk.length : end);
    if (end < 0) return Buffer.alloc(0);
    const [, blob, size] = /^([0-9a-f]+) blob (\d+)$/.exec(this.#header) ?? [];
    const file = this.#find(this.#expected[this.#number] ?? "");
    if (!file || blob !== file.blob) throw this.#lose(`a stored file is missing: ${this.#header.slice(0, 100)}`);
    this.#header = "";
    this.#left = Number(size) + 1;
    this.#hash = beginName(Number(size));
    this.#target = file.target;
    this.#descriptor = fs.openSync(file.target, "wx", file.mode);
    if ((file.mode & this.#umask) !== 0) fs.fchmodSync(this.#descriptor, file.mode);
    return chunk.subarray(end + 1);
  }

  #readContent(chunk: Buffer): Buffer {
    const part = chunk.subarray(0, Math.min(this.#left, chunk.length));
    const content = part.length === this.#left ? part.subarray(0, -1) : part;
    if (this.#descriptor !== undefined) for (let at = 0; at < content.length; ) at += fs.writeSync(this.#descriptor, content, at);
    this.#hash?.update(content);
    this.#left -= part.length;
    if (this.#left === 0) {
      if (this.#descriptor !== undefined) this.written.set(this.#target, fs.fstatSync(this.#descriptor));
      this.close();
      if (this.#hash?.digest("hex") !== this.#expected[this.#number]) throw this.#lose("a stored file is damaged");
      this.#number++;
    }
    return chunk.subarray(part.length);
  }
}
