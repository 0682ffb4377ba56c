import fs from "node:fs";
import path from "node:path";
import { createLinkTest, statItself } from "../disk/compareDisk.ts";
import { getHeldRetries, type HeldRetries, retryHeld } from "../disk/heldFiles.ts";
import { linkTarget } from "../disk/linkTarget.ts";
import { nameContent } from "../index/blobNames.ts";
import { hasStats, type IndexEntry } from "../index/indexEntry.ts";
import { clockTickMs } from "../index/indexFiles.ts";
import { getParents } from "../index/paths.ts";
import type { TreeFile } from "../snapshotModel.ts";
import { DiskCalls, type FileCalls } from "./diskCalls.ts";

/** A file that cannot be read, for instance because another program has it open. */
export class UnreadableFile extends Error {
  readonly path: string;

  constructor(name: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.path = name;
  }
}

/** State of a path when it was read. `at`: time in ms. */
interface PathState {
  readonly file: TreeFile | undefined | null;
  readonly stats: fs.Stats | undefined;
  readonly at: number;
}

/**
 * Returns the age in ms below which a file may have changed again without a new time: some file systems keep only whole
 * or even seconds.
 */
export function getMinAge(timeMs: number): number {
  return timeMs % 1000 === 0 ? 2_000 : clockTickMs;
}

/**
 * Number of files from which the index of the newest snapshot is searched for them, which takes longer than reading
 * few.
 */
const minRecorded = 50;

/** Number of files that are read or moved before other tasks may run. */
const batchSize = 50;

/** Time in ms for which a folder that is no link is taken for none: others can replace it meanwhile. */
const maxKnownMs = 20;

export interface DiskStatesOptions {
  /** Returns what the newest snapshot recorded of these paths: a file that still has these stats is not read. */
  readonly findRecorded?: (paths: readonly string[]) => Promise<ReadonlyMap<string, IndexEntry>>;
  readonly calls?: FileCalls;
  readonly retries?: HeldRetries;
}

/** The contents of one workspace folder while files are restored there. Follows no link. */
export class DiskStates {
  readonly #root: string;
  readonly calls: FileCalls;
  readonly #retries: HeldRetries;
  readonly #findRecorded: DiskStatesOptions["findRecorded"];
  readonly #seen = new Map<string, PathState>();
  /** Knows the folders that were looked at since `#knownSince`. */
  #isBehindLink: (folder: string) => boolean;
  #knownSince = 0;
  #inBatch = 0;

  /** `root`: the workspace folder with links resolved. */
  constructor(
    root: string,
    { calls = new DiskCalls(), retries = getHeldRetries(process.platform), findRecorded }: DiskStatesOptions = {},
  ) {
    this.#root = root;
    this.calls = calls;
    this.#retries = retries;
    this.#findRecorded = findRecorded;
    this.#isBehindLink = createLinkTest(root);
  }

  /**
   * Returns what the disk has at these paths; undefined for nothing, null for something that no snapshot holds, such as
   * a folder. Rejects with `UnreadableFile`.
   */
  async read(paths: readonly string[]): Promise<ReadonlyMap<string, TreeFile | undefined | null>> {
    const found = new Map<string, TreeFile | undefined | null>();
    this.#seen.clear();
    const recorded = paths.length < minRecorded ? undefined : await this.#findRecorded?.(paths);
    for (const name of paths) {
      await this.nextInBatch();
      const seen = await this.readOne(name, recorded?.get(name));
      found.set(name, seen.file);
      this.#seen.set(name, seen);
    }
    return found;
  }

  /** `recorded`: what the newest snapshot recorded of the file. */
  async readOne(name: string, recorded?: IndexEntry): Promise<PathState> {
    const full = path.join(this.#root, name);
    const at = Date.now();
    const stats = this.isReached(name) ? statItself(full) : undefined;
    const seen = (file: PathState["file"]): PathState => ({ file, stats, at });
    if (recorded && stats?.isFile() && hasStats(recorded, stats))
      return seen({ kind: stats.mode & 0o100 ? "executable" : "file", blob: recorded.blob });
    try {
      if (stats?.isFile())
        return seen({
          kind: stats.mode & 0o100 ? "executable" : "file",
          blob: await this.retried(() => this.calls.hash(full)),
        });
      if (stats?.isSymbolicLink())
        return seen({ kind: "link", blob: nameContent(Buffer.from(fs.readlinkSync(full, linkTarget))) });
    } catch (error) {
      throw new UnreadableFile(name, error);
    }
    return seen(stats ? null : undefined);
  }

  /** Returns what the disk has at a path. A file that certainly did not change since `read` is not read again. */
  async readAgain(name: string): Promise<TreeFile | undefined | null> {
    const seen = this.#seen.get(name);
    const stats = seen?.stats && this.isReached(name) ? statItself(path.join(this.#root, name)) : undefined;
    const isSame =
      seen?.stats &&
      stats &&
      stats.ino === seen.stats.ino &&
      stats.size === seen.stats.size &&
      stats.mode === seen.stats.mode &&
      stats.ctimeMs === seen.stats.ctimeMs;
    if (isSame && seen.at - stats.ctimeMs > getMinAge(stats.ctimeMs)) return seen.file;
    return (await this.readOne(name)).file;
  }

  /** Lets other tasks run from time to time. */
  async nextInBatch(): Promise<void> {
    if (this.#inBatch++ < batchSize) return;
    this.#inBatch = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }

  forgetFolders(): void {
    this.#isBehindLink = createLinkTest(this.#root);
    this.#knownSince = performance.now();
  }

  /** Carries out a step, again and again while another program has the file open. */
  retried<T>(step: () => T | Promise<T>): Promise<T> {
    return retryHeld(step, this.#retries);
  }

  /** Returns true if a file or link is in the place of a folder of a path, other than at one of these `paths`. */
  isBlocked(name: string, paths: ReadonlySet<string>): boolean {
    const isTaken = (folder: string): boolean =>
      statItself(path.join(this.#root, folder))?.isDirectory() === false && !paths.has(folder);
    return getParents(name).some(isTaken);
  }

  /** Returns true if no part of a path before the name is a link, which could lead out of the folder. */
  isReached(name: string): boolean {
    if (performance.now() - this.#knownSince > maxKnownMs) this.forgetFolders();
    return !this.#isBehindLink(path.posix.dirname(name));
  }
}
