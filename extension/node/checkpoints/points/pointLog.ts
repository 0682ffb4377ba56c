import fs from "node:fs";
import path from "node:path";
import { keepAside } from "../../storage/ownFile.ts";
import { openRegular } from "../../storage/regularFiles.ts";
import { syncFolder } from "../../storage/syncFolder.ts";
import { type Point, parsePoint } from "./point.ts";

/** The part of a log that was read: the next reading begins behind it, unless the file was replaced. */
interface ReadPart {
  readonly inode: number;
  /** Time at which the file was created: a file that replaces it can get the same inode. */
  readonly createdMs: number;
  readonly end: number;
  readonly points: readonly Point[];
  /** True if a line is not a point. */
  readonly isDamaged: boolean;
}

/**
 * The points of one folder, of all conversations and windows: a file with one JSON text in each line, of which only the
 * end grows. A damaged line is left out, and a file with one is kept when another replaces it. Call `add` and `replace`
 * only under the lock of the store.
 */
export class PointLog {
  readonly #file: string;
  #read: ReadPart | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Returns all points, oldest first. */
  async read(): Promise<readonly Point[]> {
    const handle = await openRegular(this.#file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (!handle) return [];
    try {
      const { ino: inode, birthtimeMs: createdMs, size } = await handle.stat();
      const isSame = this.#read?.inode === inode && this.#read.createdMs === createdMs && this.#read.end <= size;
      const known = this.#read && isSame ? this.#read : { end: 0, points: [], isDamaged: false };
      const added = Buffer.alloc(size - known.end);
      const { bytesRead } = await handle.read(added, 0, added.length, known.end);
      // Behind the last end of a line another window may be writing.
      const length = added.subarray(0, bytesRead).lastIndexOf("\n") + 1;
      const lines = added.subarray(0, length).toString("utf8").split("\n");
      const all = lines.flatMap((line) => (line === "" ? [] : [parsePoint(line)]));
      const points = all.filter((point) => point !== undefined);
      const isDamaged = known.isDamaged || points.length < all.length;
      this.#read = {
        inode,
        createdMs,
        end: known.end + length,
        points: points.length === 0 ? known.points : [...known.points, ...points],
        isDamaged,
      };
      return this.#read.points;
    } finally {
      await handle.close();
    }
  }

  /** Returns whether a point has this snapshot: not if others removed the store meanwhile. */
  async has(snapshot: string): Promise<boolean> {
    return (await this.read()).some((point) => point.snapshot === snapshot);
  }

  /** Returns whether any point has a snapshot. */
  async hasSnapshot(): Promise<boolean> {
    return (await this.read()).some((point) => point.snapshot !== undefined);
  }

  /** Adds a point, and makes it durable. */
  async add(point: Point): Promise<void> {
    const handle = await this.#openEnd();
    try {
      // A crash can have cut off the last line.
      await handle.appendFile(`\n${JSON.stringify(point)}\n`);
      // The time of the file need not be durable.
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }

  /** Opens the file to add to its end; creates it on demand. */
  async #openEnd(): Promise<fs.promises.FileHandle> {
    const open = (): Promise<fs.promises.FileHandle> =>
      openRegular(this.#file, fs.constants.O_WRONLY | fs.constants.O_APPEND);
    try {
      return await open();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      await fs.promises.mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      return (await fs.promises.open(this.#file, "ax", 0o600).catch(() => undefined)) ?? open();
    }
  }

  /** Replaces all points. */
  async replace(points: readonly Point[]): Promise<void> {
    const beside = `${this.#file}.new`;
    await fs.promises.rm(beside, { force: true });
    const handle = await fs.promises.open(beside, "wx", 0o600);
    try {
      await handle.writeFile(points.map((point) => `${JSON.stringify(point)}\n`).join(""));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await this.read();
    if (this.#read?.isDamaged) keepAside(this.#file);
    await fs.promises.rename(beside, this.#file);
    // The objects of the removed points are deleted next.
    await syncFolder(path.dirname(this.#file));
  }
}
