import fs from "node:fs";
import path from "node:path";
import { syncFiles, syncFolders } from "../../processes/durable.ts";
import { hashFile, hashText } from "../disk/blobNames.ts";
import { DiskNames, respell } from "../disk/caseNames.ts";
import { createLinkTest, statItself } from "../disk/compareDisk.ts";
import { getHeldRetries, type HeldRetries, retryHeld } from "../disk/heldFiles.ts";
import { clockTickMs } from "../index/indexFiles.ts";
import type { TreeFile } from "../snapshotModel.ts";
import type { Snapshots } from "../snapshots.ts";
import { type Operation, sameFile } from "./restoreModel.ts";
import { stageContents } from "./stageContents.ts";

/** A file that is not as an operation expects it. */
export class UnexpectedFile extends Error {
  readonly path: string;

  constructor(name: string) {
    super(`${name} is not as expected`);
    this.path = name;
  }
}

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

/** Returns the age in ms below which a file may have changed again without a new time: some file systems keep only whole or even seconds. */
function getMinAge(timeMs: number): number {
  return timeMs % 1000 === 0 ? 2_000 : clockTickMs;
}

/** Number of files that are read or moved before other tasks may run. */
const batchSize = 50;

/** Time in ms for which a folder that is no link is taken for none: others can replace it meanwhile. */
const maxKnownMs = 20;

/** Calls on files that a system can refuse while another program has them open. */
export interface FileCalls {
  /** Returns the name of a content, as `hashFile`. */
  readonly hash: (file: string) => Promise<string>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
}

const diskCalls: FileCalls = {
  hash: hashFile,
  rename: (from, to) => fs.promises.rename(from, to),
  remove: (file) => fs.promises.rm(file, { force: true }),
};

export interface RestoreFilesOptions {
  readonly calls?: FileCalls;
  readonly retries?: HeldRetries;
}

/** Reads and writes the files of one workspace folder for a restore. Follows no link, and writes nothing outside the folder. */
export class RestoreFiles {
  readonly #root: string;
  readonly #snapshots: Pick<Snapshots, "readBlob" | "git">;
  readonly #calls: FileCalls;
  readonly #retries: HeldRetries;
  readonly #seen = new Map<string, PathState>();
  /** Staged files as they were written, by their paths. */
  #staged: ReadonlyMap<string, fs.Stats> = new Map();
  /** Files that were moved into place, by name: as they were staged, and the time of the move in ms. */
  readonly #moved = new Map<string, { readonly stats: fs.Stats; readonly at: number }>();
  /** Knows the folders that were looked at since `#knownSince`. */
  #isBehindLink: (folder: string) => boolean;
  #knownSince = 0;
  #inBatch = 0;

  /** `root`: the workspace folder with links resolved. */
  constructor(
    root: string,
    snapshots: Pick<Snapshots, "readBlob" | "git">,
    { calls = diskCalls, retries = getHeldRetries(process.platform) }: RestoreFilesOptions = {},
  ) {
    this.#root = root;
    this.#snapshots = snapshots;
    this.#calls = calls;
    this.#retries = retries;
    this.#isBehindLink = createLinkTest(root);
  }

  /**
   * Returns what the disk has at these paths; undefined for nothing, null for something that no snapshot holds, such as a folder. Rejects with
   * `UnreadableFile`.
   */
  async read(paths: readonly string[]): Promise<ReadonlyMap<string, TreeFile | undefined | null>> {
    const found = new Map<string, TreeFile | undefined | null>();
    this.#seen.clear();
    for (const name of paths) {
      await this.#nextInBatch();
      const seen = await this.#readOne(name);
      found.set(name, seen.file);
      this.#seen.set(name, seen);
    }
    return found;
  }

  async #readOne(name: string): Promise<PathState> {
    const full = path.join(this.#root, name);
    const at = Date.now();
    const stats = this.#isReached(name) ? statItself(full) : undefined;
    const seen = (file: PathState["file"]): PathState => ({ file, stats, at });
    try {
      if (stats?.isFile()) return seen({ kind: stats.mode & 0o100 ? "executable" : "file", blob: await this.#retried(() => this.#calls.hash(full)) });
      if (stats?.isSymbolicLink()) return seen({ kind: "link", blob: hashText(fs.readlinkSync(full)) });
    } catch (error) {
      throw new UnreadableFile(name, error);
    }
    return seen(stats ? null : undefined);
  }

  /** Returns what the disk has at a path. A file that certainly did not change since `read` is not read again. */
  async #readAgain(name: string): Promise<TreeFile | undefined | null> {
    const seen = this.#seen.get(name);
    const stats = seen?.stats && this.#isReached(name) ? statItself(path.join(this.#root, name)) : undefined;
    const isSame =
      seen?.stats &&
      stats &&
      stats.ino === seen.stats.ino &&
      stats.size === seen.stats.size &&
      stats.mode === seen.stats.mode &&
      stats.ctimeMs === seen.stats.ctimeMs;
    if (isSame && seen.at - stats.ctimeMs > getMinAge(stats.ctimeMs)) return seen.file;
    return (await this.#readOne(name)).file;
  }

  /** Writes the new contents of operations into a new folder, as files named by their number, and makes them durable. */
  async stage(operations: readonly Operation[], staging: string): Promise<void> {
    await fs.promises.rm(staging, { recursive: true, force: true });
    await fs.promises.mkdir(staging, { recursive: true, mode: 0o700 });
    this.#moved.clear();
    const written = operations.flatMap(({ after, mode }, number) => (after ? [{ ...after, mode, target: path.join(staging, String(number)) }] : []));
    const files = written.flatMap(({ blob, kind, mode, target }) =>
      kind === "link" ? [] : [{ blob, target, mode: mode ?? getUsualMode(kind === "executable") }],
    );
    this.#staged = await stageContents(this.#snapshots.git, files);
    for (const { blob, kind, target } of written)
      if (kind === "link") await fs.promises.symlink((await this.#snapshots.readBlob(blob)).toString("utf8"), target);
    await syncFiles(
      staging,
      files.map(({ target }) => target),
    );
  }

  /**
   * Moves the staged file of an operation into place, or removes the file, with folders that are empty then and not `kept`. Rejects with
   * `UnexpectedFile` where the disk is not as expected. May run for several operations at once whose paths have nothing to do with each other.
   */
  async apply(operation: Operation, staged: string, kept: ReadonlySet<string>): Promise<void> {
    await this.#nextInBatch();
    const { path: name, from, before, after } = operation;
    const full = path.join(this.#root, name);
    const disk = await this.#readAgain(name);
    if (from !== undefined && disk !== undefined && !this.isSpelled(from) && !this.isSpelled(name)) throw new UnexpectedFile(name);
    if (sameFile(disk, after) && from !== undefined) return this.#retried(() => respell(this.#root, name));
    if (sameFile(disk, after)) return after ? undefined : this.#removeEmptyParents(name, kept);
    if (!sameFile(disk, before) && disk !== undefined) throw new UnexpectedFile(name);
    // A link of now, or of later, was not known before.
    if (before?.kind === "link" || after?.kind === "link" || from !== undefined) this.#forgetFolders();
    if (!after) {
      await this.#retried(() => this.#calls.remove(full));
      return this.#removeEmptyParents(name, kept);
    }
    const stats = this.#staged.get(staged);
    await this.#retried(() => this.#move(staged, name, disk === undefined));
    if (stats) this.#moved.set(name, { stats, at: Date.now() });
    if (from !== undefined) await this.#retried(() => respell(this.#root, name));
  }

  /** Moves a staged file into place. `isNew`: its folder may be missing. */
  async #move(staged: string, name: string, isNew: boolean): Promise<void> {
    const full = path.join(this.#root, name);
    if (!this.#isReached(name)) throw new UnexpectedFile(name);
    try {
      return await this.#calls.rename(staged, full);
    } catch (error) {
      if (!isNew || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    fs.mkdirSync(path.dirname(full), { recursive: true });
    this.#forgetFolders();
    if (!this.#isReached(name)) throw new UnexpectedFile(name);
    await this.#calls.rename(staged, full);
  }

  /**
   * Returns the paths of operations, all of them applied, whose files are not as planned. A file that was moved into place is known by its number,
   * size and time of change; others are read.
   */
  async verify(operations: readonly Operation[]): Promise<readonly string[]> {
    const different: string[] = [];
    for (const { path: name, from, after } of operations) {
      await this.#nextInBatch();
      const isRight = (after && this.#isAsMoved(name, after)) || (await this.#hasContent(name, after));
      if (!isRight || (from !== undefined && !this.isSpelled(name))) different.push(name);
    }
    return different;
  }

  #isAsMoved(name: string, { kind }: TreeFile): boolean {
    const moved = this.#moved.get(name);
    const stats = moved && this.#isReached(name) ? statItself(path.join(this.#root, name)) : undefined;
    if (!moved || !stats?.isFile()) return false;
    const { ino, size, mtimeMs } = moved.stats;
    const isSame = stats.ino === ino && stats.size === size && stats.mtimeMs === mtimeMs && stats.mode === moved.stats.mode;
    return isSame && (kind === "executable") === ((stats.mode & 0o100) !== 0) && moved.at - mtimeMs > getMinAge(mtimeMs);
  }

  async #hasContent(name: string, after: TreeFile | undefined): Promise<boolean> {
    try {
      const { file } = await this.#readOne(name);
      return sameFile(file, after) || (after === undefined && file === null);
    } catch {
      return false;
    }
  }

  /** Returns whether the disk spells the name of a path like this. */
  isSpelled(name: string): boolean {
    return new DiskNames(this.#root).spell(name) === name;
  }

  /** Makes the entries of these files in their folders durable. */
  async syncEntries(names: readonly string[]): Promise<void> {
    await syncFolders(new Set(names.map((name) => path.dirname(path.join(this.#root, name)))));
  }

  /** Creates folders that were empty. */
  async createFolders(folders: readonly string[]): Promise<void> {
    for (const name of folders) if (this.#isReached(name)) await fs.promises.mkdir(path.join(this.#root, name), { recursive: true });
  }

  /** Sets the permission bits of a file; undefined for the usual ones. */
  async setMode(name: string, mode: number | undefined): Promise<void> {
    const full = path.join(this.#root, name);
    const stats = this.#isReached(name) ? await fs.promises.lstat(full).catch(() => undefined) : undefined;
    if (stats?.isFile()) await fs.promises.chmod(full, mode ?? getUsualMode((stats.mode & 0o100) !== 0));
  }

  /** Removes a folder if it is empty, and then its parents that are empty too and not `kept`. */
  async removeFolder(name: string, kept: ReadonlySet<string>): Promise<void> {
    if (this.#isReached(name)) this.#removeEmptyParents(`${name}/.`, kept);
  }

  /** Removes the folders of a removed file that are empty now. One that would be created again would lose its permissions. */
  #removeEmptyParents(name: string, kept: ReadonlySet<string>): void {
    try {
      for (let folder = path.posix.dirname(name); folder !== "." && !kept.has(folder); folder = path.posix.dirname(folder))
        fs.rmdirSync(path.join(this.#root, folder));
    } catch {
      // It has other files.
    }
  }

  /** Lets other tasks run from time to time. */
  async #nextInBatch(): Promise<void> {
    if (this.#inBatch++ < batchSize) return;
    this.#inBatch = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }

  #forgetFolders(): void {
    this.#isBehindLink = createLinkTest(this.#root);
    this.#knownSince = performance.now();
  }

  #retried<T>(step: () => T | Promise<T>): Promise<T> {
    return retryHeld(step, this.#retries);
  }

  /** Returns true if no part of a path before the name is a link, which could lead out of the folder. */
  #isReached(name: string): boolean {
    if (performance.now() - this.#knownSince > maxKnownMs) this.#forgetFolders();
    return !this.#isBehindLink(path.posix.dirname(name));
  }
}

function getUsualMode(isExecutable: boolean): number {
  return (isExecutable ? 0o777 : 0o666) & ~process.umask();
}
