import { createHash } from "node:crypto";
import fs from "node:fs";
import { entryAt, headerSize, maxLength, toMode } from "./gitIndex.ts";

/** Returns whether the stats of Node are those that git records on this system: others would make git read every file again. */
export function canWriteIndex(): boolean {
  return process.platform !== "win32";
}

/** Builds an index of many new files without git, which would read each of them once more. */
export class NewIndex {
  readonly #entries: Buffer[] = [];

  /** Adds a file. `stats`: as they were before its content was read, so that a later change shows. Each path must be added once. */
  add(path: string, blob: string, stats: fs.BigIntStats): void {
    const length = Buffer.byteLength(path);
    // Padded to a multiple of 8 bytes, with at least one.
    const entry = Buffer.alloc((entryAt.path + length + 8) & ~7);
    const write = (value: bigint, offset: number): void => void entry.writeUInt32BE(Number(BigInt.asUintN(32, value)), offset);
    const writeTime = (ns: bigint, offset: number): void => {
      write(ns / second, offset);
      write(ns % second, offset + 4);
    };
    writeTime(stats.ctimeNs, entryAt.ctime);
    writeTime(stats.mtimeNs, entryAt.mtime);
    write(stats.dev, entryAt.dev);
    write(stats.ino, entryAt.ino);
    entry.writeUInt32BE(toMode(stats), entryAt.mode);
    write(stats.uid, entryAt.uid);
    write(stats.gid, entryAt.gid);
    write(stats.size, entryAt.size);
    entry.write(blob, entryAt.blob, "hex");
    entry.writeUInt16BE(Math.min(length, maxLength), entryAt.flags);
    entry.write(path, entryAt.path);
    this.#entries.push(entry);
  }

  /** Writes the index, in place of an empty one. */
  async write(file: string): Promise<void> {
    const from = entryAt.path;
    // The bytes of the names, of which the shorter one ends with zeros.
    const sorted = this.#entries.sort((one, other) => one.compare(other, from, other.length, from, one.length));
    const header = Buffer.alloc(headerSize);
    header.write("DIRC");
    header.writeUInt32BE(2, 4);
    header.writeUInt32BE(sorted.length, 8);
    const content = Buffer.concat([header, ...sorted]);
    const sum = createHash("sha1").update(content).digest();
    await fs.promises.writeFile(file, Buffer.concat([content, sum]), { mode: 0o600 });
  }
}

/** Nanoseconds in a second. */
const second = 1_000_000_000n;
