import fs from "node:fs";
import path from "node:path";
import { syncFiles, syncFolders } from "../processes/durable.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { hashFile, hashText } from "./blobNames.ts";
import { DiskNames, respell } from "./caseNames.ts";
import { createLinkTest, statItself } from "./compareDisk.ts";
import { clockTickMs } from "./indexFiles.ts";
import { type Operation, sameFile } from "./restoreModel.ts";
import type { TreeFile } from "./snapshotModel.ts";
import type { Snapshots } from "./snapshots.ts";
import { stageContents } from "./stageContents.ts";

/** Codes with which a system refuses to replace a file that another program has open, and the attempts and pauses in ms for them. */
const heldCodes = new Set(["EPERM", "EBUSY", "EACCES"]);
const attempts = process.platform === "win32" ? 20 : 1;
const pauseMs = 100;

/** A file that is not as an operation expects it. */
export class UnexpectedFile extends Error {
  readonly path: string;

  constructor(name: string) {
    super(`${name} is not as expected`);
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
function getMinAge({ ctimeMs }: fs.Stats): number {
  return ctimeMs % 1000 === 0 ? 2_000 : clockTickMs;
}

/** Number of files that are read before other tasks may run. */
const batchSize = 50;

/** Reads and writes the files of one workspace folder for a restore. Follows no link, and writes nothing outside the folder. */
export class RestoreFiles {
  readonly #root: string;
  readonly #snapshots: Pick<Snapshots, "readBlob" | "git">;
  readonly #seen = new Map<string, PathState>();

  /** `root`: the workspace folder with links resolved. */
  constructor(root: string, snapshots: Pick<Snapshots, "readBlob" | "git">) {
    this.#root = root;
    this.#snapshots = snapshots;
  }

  /** Returns what the disk has at these paths; undefined for nothing, null for something that no snapshot holds, such as a folder. */
  async read(paths: readonly string[]): Promise<ReadonlyMap<string, TreeFile | undefined | null>> {
    const found = new Map<string, TreeFile | undefined | null>();
    this.#seen.clear();
    for (const [number, name] of paths.entries()) {
      const seen = await this.#readOne(name);
      found.set(name, seen.file);
      this.#seen.set(name, seen);
      if (number % batchSize === batchSize - 1) await new Promise((resolve) => setImmediate(resolve));
    }
    return found;
  }

  async #readOne(name: string): Promise<PathState> {
    const full = path.join(this.#root, name);
    const at = Date.now();
    const stats = this.#isReached(name) ? statItself(full) : undefined;
    const seen = (file: PathState["file"]): PathState => ({ file, stats, at });
    if (stats?.isFile()) return seen({ kind: stats.mode & 0o100 ? "executable" : "file", blob: await hashFile(full) });
    if (stats?.isSymbolicLink()) return seen({ kind: "link", blob: hashText(await fs.promises.readlink(full)) });
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
    if (isSame && seen.at - stats.ctimeMs > getMinAge(stats)) return seen.file;
    return (await this.#readOne(name)).file;
  }

  /** Writes the new contents of operations into a new folder, as files named by their number, and makes them durable. */
  async stage(operations: readonly Operation[], staging: string): Promise<void> {
    await fs.promises.rm(staging, { recursive: true, force: true });
    await fs.promises.mkdir(staging, { recursive: true, mode: 0o700 });
    const written = operations.flatMap(({ after, mode }, number) => (after ? [{ ...after, mode, target: path.join(staging, String(number)) }] : []));
    const files = written.flatMap(({ blob, kind, mode, target }) =>
      kind === "link" ? [] : [{ blob, target, mode: mode ?? getUsualMode(kind === "executable") }],
    );
    await stageContents(this.#snapshots.git, files);
    for (const { blob, kind, target } of written)
      if (kind === "link") await fs.promises.symlink((await this.#snapshots.readBlob(blob)).toString("utf8"), target);
    await syncFiles(
      staging,
      files.map(({ target }) => target),
    );
  }

  /**
   * Moves the staged file of an operation into place, or removes the file, with folders that are empty then and not `kept`. Rejects with
   * `UnexpectedFile` where the disk is not as expected.
   */
  async apply(operation: Operation, staged: string, kept: ReadonlySet<string>): Promise<void> {
    const { path: name, from, before, after } = operation;
    const full = path.join(this.#root, name);
    const disk = await this.#readAgain(name);
    if (from !== undefined && disk !== undefined && !this.isSpelled(from) && !this.isSpelled(name)) throw new UnexpectedFile(name);
    if (sameFile(disk, after) && from !== undefined) return retried(() => respell(this.#root, name));
    if (sameFile(disk, after)) return after ? undefined : this.#removeEmptyParents(name, kept);
    if (!sameFile(disk, before) && disk !== undefined) throw new UnexpectedFile(name);
    if (!after) {
      await retried(() => fs.rmSync(full, { force: true }));
      return this.#removeEmptyParents(name, kept);
    }
    if (disk === undefined) {
      fs.mkdirSync(path.dirname(full), { recursive: true });
      if (!this.#isReached(name)) throw new UnexpectedFile(name);
    }
    await retried(() => fs.renameSync(staged, full));
    if (from !== undefined) await retried(() => respell(this.#root, name));
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
    if (this.#isReached(name)) await this.#removeEmptyParents(`${name}/.`, kept);
  }

  /** Removes the folders of a removed file that are empty now. One that would be created again would lose its permissions. */
  async #removeEmptyParents(name: string, kept: ReadonlySet<string>): Promise<void> {
    for (let folder = path.posix.dirname(name); folder !== "." && !kept.has(folder); folder = path.posix.dirname(folder)) {
      const isRemoved = await fs.promises.rmdir(path.join(this.#root, folder)).then(
        () => true,
        () => false,
      );
      if (!isRemoved) return;
    }
  }

  #isReached(name: string): boolean {
    return isReached(this.#root, name);
  }
}

/**
 * Returns the content of a file, or the target of a link, below a folder; undefined for nothing and for other kinds, "tooLarge" for more than
 * `maxBytes`. Follows no link.
 */
export async function readDiskFile(root: string, name: string): Promise<Uint8Array | undefined>;
export async function readDiskFile(root: string, name: string, maxBytes: number): Promise<Uint8Array | "tooLarge" | undefined>;
export async function readDiskFile(root: string, name: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array | "tooLarge" | undefined> {
  const full = path.join(root, name);
  const stats = isReached(root, name) ? await fs.promises.lstat(full).catch(() => undefined) : undefined;
  if (stats?.isSymbolicLink()) return Buffer.from(await fs.promises.readlink(full));
  if (!stats?.isFile()) return undefined;
  if (stats.size > maxBytes) return "tooLarge";
  const handle = await openRegular(full);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Returns true if no part of a path before the name is a link, which could lead out of the folder. */
function isReached(root: string, name: string): boolean {
  return !createLinkTest(root)(path.posix.dirname(name));
}

function getUsualMode(isExecutable: boolean): number {
  return (isExecutable ? 0o777 : 0o666) & ~process.umask();
}

async function retried(step: () => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return step();
    } catch (error) {
      if (attempt >= attempts || !heldCodes.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
