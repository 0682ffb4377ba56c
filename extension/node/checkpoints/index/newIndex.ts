import { createHash } from "node:crypto";
import fs from "node:fs";
import { entryAt, headerSize, maxLength, toMode } from "./indexEntry.ts";

/**
 * Returns whether the stats of Node are those that git records on this system: others would make git read every file
 * again.
 */
export function hasStatsOfGit(): boolean {
  return process.platform !== "win32";
}

/** Builds an index of many new files without git, which would read each of them once more. */
export class NewIndex {
  #content = Buffer.alloc(64 * 1024);
  #length = 0;
  /** Offsets of the entries. */
  readonly #starts: number[] = [];

  /**
   * Adds a file. `stats`: as they were before its content was read, so that a later change shows. Each path must be
   * added once.
   */
  add(path: string, blob: string, stats: fs.BigIntStats): void {
    const length = Buffer.byteLength(path);
    const start = this.#extend(entryAt.path + length);
    const content = this.#content;
    const write = (value: bigint, offset: number): void =>
      void content.writeUInt32BE(Number(BigInt.asUintN(32, value)), start + offset);
    const writeTime = (ns: bigint, offset: number): void => {
      write(ns / second, offset);
      write(ns % second, offset + 4);
    };
    writeTime(stats.ctimeNs, entryAt.ctime);
    writeTime(stats.mtimeNs, entryAt.mtime);
    write(stats.dev, entryAt.dev);
    write(stats.ino, entryAt.ino);
    content.writeUInt32BE(toMode(stats), start + entryAt.mode);
    write(stats.uid, entryAt.uid);
    write(stats.gid, entryAt.gid);
    write(stats.size, entryAt.size);
    content.write(blob, start + entryAt.blob, "hex");
    content.writeUInt16BE(Math.min(length, maxLength), start + entryAt.flags);
    content.write(path, start + entryAt.path);
  }

  /** Makes room for an entry whose name ends after `length` bytes, and returns where it begins. */
  #extend(length: number): number {
    const start = this.#length;
    // Padded to a multiple of 8 bytes, with at least one.
    this.#length += (length + 8) & ~7;
    if (this.#length > this.#content.length) {
      const larger = Buffer.alloc(this.#length * 2);
      this.#content.copy(larger);
      this.#content = larger;
    }
    this.#starts.push(start);
    return start;
  }

  /** Writes the index, in place of an empty one. */
  async write(file: string): Promise<void> {
    const header = Buffer.alloc(headerSize);
    header.write("DIRC");
    header.writeUInt32BE(2, 4);
    header.writeUInt32BE(this.#starts.length, 8);
    const content = Buffer.concat([header, ...this.#sort()]);
    const sum = createHash("sha1").update(content).digest();
    // regular: in a folder of its own
    await fs.promises.writeFile(file, Buffer.concat([content, sum]), { mode: 0o600 });
  }

  /** Returns the entries in the order of their names. */
  #sort(): readonly Buffer[] {
    const [content, from, starts] = [this.#content, entryAt.path, this.#starts];
    const ends = starts.map((_, number) => starts[number + 1] ?? this.#length);
    // The bytes of the names, of which the shorter one ends with zeros.
    const compare = (one: number, other: number): number =>
      content.compare(content, (starts[other] ?? 0) + from, ends[other], (starts[one] ?? 0) + from, ends[one]);
    const numbers = [...starts.keys()];
    // As a rule, git listed them in this order.
    if (numbers.every((number) => number === 0 || compare(number - 1, number) < 0))
      return [content.subarray(0, this.#length)];
    return numbers.sort(compare).map((number) => content.subarray(starts[number], ends[number]));
  }
}

/** Nanoseconds in a second. */
const second = 1_000_000_000n;
