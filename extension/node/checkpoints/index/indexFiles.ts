import fs from "node:fs";
import path from "node:path";
import type { PrivateGit } from "../../git/privateGit.ts";
import { DamagedIndex, GitIndex } from "./gitIndex.ts";
import type { IndexEntry } from "./indexEntry.ts";

/** Time in ms by which the clock of a file system may lag behind. */
export const clockTickMs = 20;

const prefix = "index-of-";

/** The index of a snapshot. */
export interface SnapshotIndex {
  readonly file: string;
  readonly id: string;
  readonly entries: GitIndex;
}

/**
 * The index of the newest snapshot of a store. Its name holds the snapshot's id; after a crash there may be two, and
 * each is right.
 */
export class IndexFiles {
  readonly #folder: string;
  #known: GitIndex | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the id of the newest snapshot; undefined without one. */
  findId(): string | undefined {
    return readNames(this.#folder)
      .find((each) => each.startsWith(prefix) && !each.endsWith(".lock"))
      ?.slice(prefix.length);
  }

  /**
   * Opens the index of the newest snapshot; undefined without one. One that a loss of power damaged, or whose objects
   * were deleted, is removed.
   */
  async open(): Promise<SnapshotIndex | undefined> {
    const id = this.findId();
    if (id === undefined) return undefined;
    const file = this.#name(id);
    if (!fs.existsSync(path.join(this.#folder, "objects"))) {
      await fs.promises.rm(file, { force: true });
      return this.open();
    }
    try {
      this.#known = new GitIndex(file, this.#known);
      return { file, id, entries: this.#known };
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      await fs.promises.rm(file, { force: true });
      return this.open();
    }
  }

  /**
   * Returns the entries of the newest snapshot that tell by the stats of their files what these contain. Call under the
   * lock of the store.
   */
  async find(paths: ReadonlySet<string>): Promise<readonly IndexEntry[]> {
    const index = await this.open();
    if (!index?.entries.isReadable) return [];
    const { writtenMs } = index.entries;
    return index.entries
      .find(paths)
      .filter(({ exactAfterMs, isOverlooked }) => exactAfterMs < writtenMs && !isOverlooked);
  }

  /**
   * Returns whether the store has all that the newest snapshot names, by the names alone; true without a snapshot. Call
   * under the lock of the store.
   */
  async isWhole(git: PrivateGit): Promise<boolean> {
    const index = await this.open();
    if (!index) return true;
    const blobs = index.entries.isReadable ? [...index.entries.seeds()].map(({ blob }) => blob) : [];
    const input = [`${index.id}:files`, `${index.id}:side`, ...new Set(blobs)].map((name) => `${name}\n`).join("");
    const found = await git
      .run(["cat-file", "--batch-check=%(objectname)", "--buffer"], { input })
      .catch(() => undefined);
    return !found || !/ missing$/m.test(found.toString("latin1"));
  }

  /**
   * Removes the index: the next snapshot then reads all files, and stores what the store does not have. Call under the
   * lock of the store.
   */
  async remove(): Promise<void> {
    for (let id = this.findId(); id !== undefined; id = this.findId())
      await fs.promises.rm(this.#name(id), { force: true });
  }

  /** Makes a file the index of a snapshot that began to be taken at `began`, in place of the last one. */
  async replace(last: SnapshotIndex | undefined, file: string, id: string, began: number): Promise<void> {
    await setTime(file, began);
    await fs.promises.rename(file, this.#name(id));
    if (last && last.id !== id) await fs.promises.rm(last.file, { force: true });
  }

  /** Notes that no file differed from an index at a time. */
  async renew({ file }: SnapshotIndex, began: number): Promise<void> {
    await setTime(file, began);
  }

  #name(id: string): string {
    return path.join(this.#folder, `${prefix}${id}`);
  }
}

function readNames(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Sets the time of an index to one that is surely not later than that of a file which changes from `began` on; the
 * clocks differ by ticks.
 */
async function setTime(index: string, began: number): Promise<void> {
  const seconds = (began - clockTickMs) / 1000;
  await fs.promises.utimes(index, seconds, seconds);
}
