import type fs from "node:fs";

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
  /**
   * Time in ms after which the index must have been written, else the file may have changed in the moment in which it
   * was read.
   */
  readonly exactAfterMs: number;
}

/** The parts of an entry that matter where an index becomes the first one of a store. */
export type IndexSeed = Pick<IndexEntry, "path" | "size" | "mode" | "blob" | "stage" | "isOverlooked">;

/**
 * An entry of an index as a tree has it. The path and the name of the content have one character for each of their
 * bytes.
 */
export interface IndexFile {
  readonly path: string;
  readonly mode: number;
  readonly blob: string;
}

/** Offsets in an entry of an index. */
export const entryAt = {
  ctime: 0,
  mtime: 8,
  dev: 16,
  ino: 20,
  mode: 24,
  uid: 28,
  gid: 32,
  size: 36,
  blob: 40,
  flags: 60,
  path: 62,
};
/** Parts of the flags of an entry: there are more, and the length of the path. */
const extended = 0x4000;
/** The greatest length of a path that the flags can hold; longer ones have it too. */
export const maxLength = 0xfff;
/** Number of bytes before the first entry. */
export const headerSize = 12;
/** Number of bytes of the name of an object, and of the hash at the end of an index. */
export const hashSize = 20;
const emptyBlob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

/** Returns where the path of the entry that begins at `start` begins and ends. */
export function findName(content: Buffer, start: number): { readonly from: number; readonly to: number } {
  const flags = content.readUInt16BE(start + entryAt.flags);
  const from = start + entryAt.path + (flags & extended ? 2 : 0);
  const length = flags & maxLength;
  return { from, to: length < maxLength ? from + length : content.indexOf(0, from) };
}

/** Reads an entry without the stats of its file, but for its size. */
export function readSeed(content: Buffer, start: number): IndexSeed {
  const { from, to } = findName(content, start);
  const { flags, more } = readFlags(content, start);
  return {
    path: content.toString("utf8", from, to),
    size: content.readUInt32BE(start + entryAt.size),
    mode: content.readUInt32BE(start + entryAt.mode),
    blob: content.toString("hex", start + entryAt.blob, start + entryAt.blob + hashSize),
    stage: (flags >> 12) & 3,
    isOverlooked: (flags & 0x8000) !== 0 || (more & 0x4000) !== 0,
  };
}

/** Reads an entry with the stats of its file. */
export function readIndexEntry(content: Buffer, start: number): IndexEntry {
  const seed = readSeed(content, start);
  const time = (offset: number): number =>
    content.readUInt32BE(start + offset) * 1000 + content.readUInt32BE(start + offset + 4) / 1e6;
  const { size } = seed;
  const mtimeMs = time(entryAt.mtime);
  // Some file systems keep only whole or even seconds.
  const coarse = content.readUInt32BE(start + entryAt.mtime + 4) === 0 ? 2000 : 0;
  // Git marks entries that it could not compare by a size of 0, and files that are only meant to be added by a flag.
  const isSpecial =
    (size === 0 && seed.blob !== emptyBlob) || seed.stage !== 0 || (readFlags(content, start).more & 0x2000) !== 0;
  return {
    path: seed.path,
    ctimeMs: time(entryAt.ctime),
    mtimeMs,
    ino: content.readUInt32BE(start + entryAt.ino),
    size,
    mode: seed.mode,
    blob: seed.blob,
    stage: seed.stage,
    isOverlooked: seed.isOverlooked,
    exactAfterMs: isSpecial ? Number.POSITIVE_INFINITY : mtimeMs + coarse,
  };
}

function readFlags(content: Buffer, start: number): { readonly flags: number; readonly more: number } {
  const flags = content.readUInt16BE(start + entryAt.flags);
  return { flags, more: flags & extended ? content.readUInt16BE(start + entryAt.path) : 0 };
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
