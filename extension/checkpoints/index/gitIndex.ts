import { createHash } from "node:crypto";
import fs from "node:fs";
import { isIgnoreFile } from "../disk/paths.ts";

/** An entry of an index with the stats that its file had. Times are in ms since the epoch. */
export interface IndexEntry {
  /** Path relative to the work tree, with "/". */
  readonly path: string;
  readonly ctimeMs: number;
  readonly mtimeMs: number;
  /** The lower 32 bits. */
  readonly ino: number;
  readonly size: number;
  readonly mode: number;
  readonly blob: string;
  /** 0, or the side of a conflict. */
  readonly stage: number;
  /** True if git was told to ignore changes of the file. */
  readonly isOverlooked: boolean;
  /** Time in ms after which the index must have been written, else the file may have changed in the moment in which it was read. */
  readonly exactAfterMs: number;
}

/** The parts of an entry that matter where an index becomes the first one of a store. */
export type IndexSeed = Pick<IndexEntry, "path" | "mode" | "blob" | "stage" | "isOverlooked">;

/** An entry of an index as a tree has it. The path and the name of the content have one character for each of their bytes. */
export interface IndexFile {
  readonly path: string;
  readonly mode: number;
  readonly blob: string;
}

/** An index that is damaged, as after a loss of power. */
export class DamagedIndex extends Error {}

/** Offsets in an entry of an index. */
export const entryAt = { ctime: 0, mtime: 8, dev: 16, ino: 20, mode: 24, uid: 28, gid: 32, size: 36, blob: 40, flags: 60, path: 62 };
/** Parts of the flags of an entry: there are more, and the length of the path. */
const extended = 0x4000;
/** The greatest length of a path that the flags can hold; longer ones have it too. */
export const maxLength = 0xfff;
/** Number of bytes before the first entry. */
export const headerSize = 12;
const hashSize = 20;
/** Maximum number of entries that are kept in memory. */
const maxKept = 4_000;
const slashByte = 0x2f;
/** The "e" of ".gitignore". */
const lastOfIgnoreFile = 0x65;
const emptyBlob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

/** Names of an index that a listing of new files depends on. */
interface IndexNames {
  /** Folders of its files, with all that contain them: paths without "/" at the end, each after the one that contains it; "" for the work tree. */
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

  /** Reads an index. Throws `DamagedIndex` if it is not what git wrote. `known`: one that was read before; the same content is not read again. */
  constructor(file: string, known?: GitIndex) {
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
      const { from, to } = this.#findName(start);
      const slash = content.lastIndexOf(slashByte, to - 1);
      const folder = content.subarray(from, Math.max(slash, from));
      if (content[to - 1] === lastOfIgnoreFile && isIgnoreFile(content.toString("utf8", from, to))) ignoreFiles.add(content.toString("utf8", from, to));
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

  /** Returns all entries, or those whose files changed in any way in the second in which the index was written, or later. */
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
      const { from, to } = this.#findName(start);
      if (paths.has(content.toString("utf8", from, to))) found.push(this.#read(start));
    }
    return found;
  }

  *#readEntries(isNew: boolean): Generator<IndexEntry> {
    const from = isNew ? Math.floor(this.writtenMs / 1000) : 0;
    for (let number = 0, start = headerSize; number < this.count; number++, start = this.#findEnd(start))
      if (this.#content.readUInt32BE(start + entryAt.ctime) >= from) yield this.#read(start);
  }

  /** Returns all entries without their stats. Only for a readable index. */
  *files(): Generator<IndexFile> {
    const content = this.#content;
    for (let number = 0, start = headerSize; number < this.count; number++, start = this.#findEnd(start)) {
      const { from, to } = this.#findName(start);
      const blob = content.toString("latin1", start + entryAt.blob, start + entryAt.blob + hashSize);
      yield { path: content.toString("latin1", from, to), mode: content.readUInt32BE(start + entryAt.mode), blob };
    }
  }

  /** Returns all entries without the stats of their files. Only for a readable index. */
  *seeds(): Generator<IndexSeed> {
    const content = this.#content;
    for (let number = 0, start = headerSize; number < this.count; number++, start = this.#findEnd(start)) {
      const { from, to } = this.#findName(start);
      const flags = content.readUInt16BE(start + entryAt.flags);
      const more = flags & extended ? content.readUInt16BE(start + entryAt.path) : 0;
      yield {
        path: content.toString("utf8", from, to),
        mode: content.readUInt32BE(start + entryAt.mode),
        blob: content.toString("hex", start + entryAt.blob, start + entryAt.blob + hashSize),
        stage: (flags >> 12) & 3,
        isOverlooked: (flags & 0x8000) !== 0 || (more & 0x4000) !== 0,
      };
    }
  }

  /** Returns where the entries end. */
  #walk(): number {
    let start = headerSize;
    for (let number = 0; number < this.count; number++) start = this.#findEnd(start);
    return start;
  }

  #findName(start: number): { readonly from: number; readonly to: number } {
    const flags = this.#content.readUInt16BE(start + entryAt.flags);
    const from = start + entryAt.path + (flags & extended ? 2 : 0);
    const length = flags & maxLength;
    return { from, to: length < maxLength ? from + length : this.#content.indexOf(0, from) };
  }

  /** Entries are padded to a multiple of 8 bytes, with at least one. */
  #findEnd(start: number): number {
    return start + ((this.#findName(start).to - start + 8) & ~7);
  }

  #read(start: number): IndexEntry {
    const content = this.#content;
    const { from, to } = this.#findName(start);
    const flags = content.readUInt16BE(start + entryAt.flags);
    const more = flags & extended ? content.readUInt16BE(start + entryAt.path) : 0;
    const time = (offset: number): number => content.readUInt32BE(start + offset) * 1000 + content.readUInt32BE(start + offset + 4) / 1e6;
    const size = content.readUInt32BE(start + entryAt.size);
    const mtimeMs = time(entryAt.mtime);
    // Some file systems keep only whole or even seconds.
    const coarse = content.readUInt32BE(start + entryAt.mtime + 4) === 0 ? 2000 : 0;
    const blob = content.toString("hex", start + entryAt.blob, start + entryAt.blob + hashSize);
    const stage = (flags >> 12) & 3;
    // Git marks entries that it could not compare by a size of 0, and files that are only meant to be added by a flag.
    const isSpecial = (size === 0 && blob !== emptyBlob) || stage !== 0 || (more & 0x2000) !== 0;
    return {
      path: content.toString("utf8", from, to),
      ctimeMs: time(entryAt.ctime),
      mtimeMs,
      ino: content.readUInt32BE(start + entryAt.ino),
      size,
      mode: content.readUInt32BE(start + entryAt.mode),
      blob,
      stage,
      isOverlooked: (flags & 0x8000) !== 0 || (more & 0x4000) !== 0,
      exactAfterMs: isSpecial ? Number.POSITIVE_INFINITY : mtimeMs + coarse,
    };
  }
}

/** Reads an index that is open. Throws `DamagedIndex` if it is not what git wrote. */
function readWhole(file: string, descriptor: number): Buffer {
  const content = fs.readFileSync(descriptor);
  const end = content.length - hashSize;
  const sum = content.subarray(Math.max(end, 0)).toString("hex");
  if (end < headerSize || content.toString("latin1", 0, 4) !== "DIRC") throw new DamagedIndex(file);
  if (createHash("sha1").update(content.subarray(0, end)).digest("hex") !== sum && !/^0+$/.test(sum)) throw new DamagedIndex(file);
  return content;
}

/** Returns true if a file has the stats of an entry, the time of its last change of permissions included. */
export function hasStats(entry: IndexEntry, stats: fs.Stats): boolean {
  return (
    sameTime(entry.ctimeMs, stats.ctimeMs) &&
    sameTime(entry.mtimeMs, stats.mtimeMs) &&
    // Node rounds greater numbers, which some file systems have.
    (entry.ino === stats.ino % 2 ** 32 || !Number.isSafeInteger(stats.ino)) &&
    entry.size === stats.size % 2 ** 32 &&
    entry.mode === toMode(stats)
  );
}

/** Returns the mode that git records for a file; 0 for what it does not record. */
export function toMode(stats: fs.Stats | fs.BigIntStats): number {
  if (stats.isSymbolicLink()) return 0o120000;
  return stats.isFile() ? (Number(stats.mode) & 0o100 ? 0o100755 : 0o100644) : 0;
}

/** Node rounds times to a fraction of a microsecond. An index may have whole seconds only. */
function sameTime(recorded: number, now: number): boolean {
  return Math.abs(recorded - now) < 0.001 || (recorded % 1000 === 0 && recorded === Math.floor(now / 1000) * 1000);
}
