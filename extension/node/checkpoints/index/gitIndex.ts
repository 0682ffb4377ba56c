import { createHash } from "node:crypto";
import fs from "node:fs";
import {
  entryAt,
  findName,
  hashSize,
  headerSize,
  type IndexEntry,
  type IndexFile,
  type IndexSeed,
  readIndexEntry,
  readSeed,
} from "./indexEntry.ts";
import { isIgnoreFile } from "./paths.ts";

/** An index that is damaged, as after a loss of power. */
export class DamagedIndex extends Error {}

/** Maximum number of entries that are kept in memory. */
const maxKept = 4_000;
const slashByte = 0x2f;
/** The "e" of ".gitignore". */
const lastOfIgnoreFile = 0x65;

/** Names of an index that a listing of new files depends on. */
interface IndexNames {
  /**
   * Folders of its files, with all that contain them: paths without "/" at the end, each after the one that contains
   * it; "" for the work tree.
   */
  readonly folders: readonly string[];
  /** Paths of its `.gitignore` files. */
  readonly ignoreFiles: ReadonlySet<string>;
}

/** The index of a snapshot, read without git. */
export class GitIndex {
  readonly #content: Buffer;
  #names: IndexNames | undefined;
  #entries: readonly IndexEntry[] | undefined;
  /** Number of entries. */
  readonly count: number;
  /** Time at which it was written, in ms: files that are as new may have changed since they were read. */
  readonly writtenMs: number;
  /** False for the format with shortened paths, whose entries cannot be read. */
  readonly isReadable: boolean;

  /**
   * Reads an index. Throws `DamagedIndex` if it is not what git wrote. `known`: one that was read before; the same
   * content is not read again.
   */
  constructor(file: string, known?: GitIndex) {
    // regular: an index that git made, in a folder of its own
    const descriptor = fs.openSync(file, "r");
    try {
      const { mtimeMs, size } = fs.fstatSync(descriptor);
      this.writtenMs = mtimeMs;
      const isKnown = known ? known.#hasContent(descriptor, size) : false;
      const same = isKnown ? known : undefined;
      this.#content = same === undefined ? readWhole(file, descriptor) : same.#content;
      if (same !== undefined) [this.#names, this.#entries] = [same.#names, same.#entries];
    } finally {
      fs.closeSync(descriptor);
    }
    this.isReadable = [2, 3].includes(this.#content.readUInt32BE(4));
    this.count = this.#content.readUInt32BE(8);
  }

  /** Returns true if an open file has the same content, by the hash at its end. */
  #hasContent(descriptor: number, size: number): boolean {
    const content = this.#content;
    if (size !== content.length) return false;
    const sum = Buffer.alloc(hashSize);
    const length = fs.readSync(descriptor, sum, 0, hashSize, size - hashSize);
    return length === hashSize && sum.equals(content.subarray(size - hashSize)) && !sum.equals(Buffer.alloc(hashSize));
  }

  /** Only for a readable index. */
  get names(): IndexNames {
    this.#names ??= this.#readNames();
    return this.#names;
  }

  #readNames(): IndexNames {
    const content = this.#content;
    const folders = new Set([""]);
    const ignoreFiles = new Set<string>();
    let known: Buffer = content.subarray(0, 0);
    for (let number = 0, start = headerSize; number < this.count; number++, start = this.#findEnd(start)) {
      const { from, to } = findName(this.#content, start);
      const slash = content.lastIndexOf(slashByte, to - 1);
      const folder = content.subarray(from, Math.max(slash, from));
      if (content[to - 1] === lastOfIgnoreFile && isIgnoreFile(content.toString("utf8", from, to)))
        ignoreFiles.add(content.toString("utf8", from, to));
      // Entries are sorted, so most are in the folder of the one before.
      if (folder.equals(known)) continue;
      known = folder;
      const parts = folder.toString("utf8").split("/");
      for (const at of parts.keys()) folders.add(parts.slice(0, at + 1).join("/"));
    }
    return { folders: [...folders], ignoreFiles };
  }

  /** Returns false if entries are in another file, or stand for whole folders. Only for a readable index. */
  get isWhole(): boolean {
    const content = this.#content;
    let start = this.#walk();
    while (start + 8 <= content.length - hashSize) {
      if (["link", "sdir"].includes(content.toString("latin1", start, start + 4))) return false;
      start += 8 + content.readUInt32BE(start + 4);
    }
    return true;
  }

  /**
   * Returns all entries, or those whose files changed in any way in the second in which the index was written, or
   * later.
   */
  entries(isNew = false): Iterable<IndexEntry> {
    if (isNew || this.count > maxKept) return this.#readEntries(isNew);
    this.#entries ??= [...this.#readEntries(false)];
    return this.#entries;
  }

  /** Returns the entries of these paths. Only for a readable index. */
  find(paths: ReadonlySet<string>): readonly IndexEntry[] {
    const content = this.#content;
    const found: IndexEntry[] = [];
    for (let number = 0, start = headerSize; number < this.count; number++, start = this.#findEnd(start)) {
      const { from, to } = findName(this.#content, start);
      if (paths.has(content.toString("utf8", from, to))) found.push(readIndexEntry(this.#content, start));
    }
    return found;
  }

  *#readEntries(isNew: boolean): Generator<IndexEntry> {
    const from = isNew ? Math.floor(this.writtenMs / 1000) : 0;
    for (let number = 0, start = headerSize; number < this.count; number++, start = this.#findEnd(start))
      if (this.#content.readUInt32BE(start + entryAt.ctime) >= from) yield readIndexEntry(this.#content, start);
  }

  /** Returns all entries without their stats. Only for a readable index. */
  *files(): Generator<IndexFile> {
    const content = this.#content;
    for (let number = 0, start = headerSize; number < this.count; number++, start = this.#findEnd(start)) {
      const { from, to } = findName(this.#content, start);
      const blob = content.toString("latin1", start + entryAt.blob, start + entryAt.blob + hashSize);
      yield { path: content.toString("latin1", from, to), mode: content.readUInt32BE(start + entryAt.mode), blob };
    }
  }

  /** Returns all entries without the stats of their files. Only for a readable index. */
  *seeds(): Generator<IndexSeed> {
    for (let number = 0, start = headerSize; number < this.count; number++, start = this.#findEnd(start))
      yield readSeed(this.#content, start);
  }

  /**
   * Returns the contents of some entries, picked at random, without those of more than `maxBytes`. Only for a readable
   * index.
   */
  pickBlobs(count: number, maxBytes: number): readonly string[] {
    const content = this.#content;
    const picked = new Set(
      Array.from({ length: Math.min(count, this.count) }, () => Math.floor(Math.random() * this.count)),
    );
    const blobs: string[] = [];
    for (let number = 0, start = headerSize; number < this.count; number++, start = this.#findEnd(start))
      if (picked.has(number) && content.readUInt32BE(start + entryAt.size) <= maxBytes)
        blobs.push(content.toString("hex", start + entryAt.blob, start + entryAt.blob + hashSize));
    return blobs;
  }

  /** Returns where the entries end. */
  #walk(): number {
    let start = headerSize;
    for (let number = 0; number < this.count; number++) start = this.#findEnd(start);
    return start;
  }

  /** Entries are padded to a multiple of 8 bytes, with at least one. */
  #findEnd(start: number): number {
    return start + ((findName(this.#content, start).to - start + 8) & ~7);
  }
}

/** Reads an index that is open. Throws `DamagedIndex` if it is not what git wrote. */
function readWhole(file: string, descriptor: number): Buffer {
  const content = fs.readFileSync(descriptor);
  const end = content.length - hashSize;
  const sum = content.subarray(Math.max(end, 0)).toString("hex");
  if (end < headerSize || content.toString("latin1", 0, 4) !== "DIRC") throw new DamagedIndex(file);
  if (createHash("sha1").update(content.subarray(0, end)).digest("hex") !== sum && !/^0+$/.test(sum))
    throw new DamagedIndex(file);
  return content;
}
