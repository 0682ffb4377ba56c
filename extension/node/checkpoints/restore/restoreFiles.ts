import fs from "node:fs";
import path from "node:path";
import { syncAll, syncFiles } from "../../processes/durable.ts";
import { DiskNames, respell } from "../disk/caseNames.ts";
import { statItself } from "../disk/compareDisk.ts";
import { getUsualMode } from "../disk/diskChanges.ts";
import { getUsualFolderMode } from "../disk/folderModes.ts";
import { toLinkTarget } from "../disk/linkTarget.ts";
import type { TreeFile } from "../snapshotModel.ts";
import type { Snapshots } from "../snapshots/snapshots.ts";
import { DiskStates, type DiskStatesOptions, getMinAge } from "./diskStates.ts";
import { getBeside, moveAcross } from "./moveAcross.ts";
import { createFolder, giveToOwner } from "./owners.ts";
import { type FoundStep, type Operation, sameFile } from "./restoreModel.ts";
import { stageContents } from "./stageContents.ts";

/** A file that is not as an operation expects it. */
export class UnexpectedFile extends Error {
  readonly path: string;

  constructor(name: string) {
    super(`${name} is not as expected`);
    this.path = name;
  }
}

/**
 * Reads and writes the files of one workspace folder for a restore. Follows no link, and writes nothing outside the
 * folder.
 */
export class RestoreFiles {
  readonly #root: string;
  readonly #snapshots: Pick<Snapshots, "readBlob" | "git" | "health">;
  readonly #disk: DiskStates;
  /** Staged files as they were written, by their paths. */
  #staged: ReadonlyMap<string, fs.Stats> = new Map();
  /** Files that were moved into place, by name: as they were staged, and the time of the move in ms. */
  readonly #moved = new Map<string, { readonly stats: fs.Stats; readonly at: number }>();

  /** `root`: the workspace folder with links resolved. */
  constructor(
    root: string,
    snapshots: Pick<Snapshots, "readBlob" | "git" | "health">,
    options: DiskStatesOptions = {},
  ) {
    this.#root = root;
    this.#snapshots = snapshots;
    this.#disk = new DiskStates(root, options);
  }

  /** Notes that the store has lost a content. */
  noteDamage(): void {
    this.#snapshots.health.noteDamage();
  }

  /** Returns what the disk has at these paths, like `DiskStates.read`. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, TreeFile | undefined | null>> {
    return this.#disk.read(paths);
  }

  /**
   * Finds out by the disk how far an interrupted restore came with an operation; `steps`: the paths of all. A file that
   * cannot be read, has other permissions, or whose folder is none any more, counts as changed.
   */
  async find(operation: Operation, steps: ReadonlySet<string>): Promise<FoundStep> {
    const { path: name, from, before, after, mode, modeBefore } = operation;
    await this.#disk.nextInBatch();
    if (this.#disk.isBlocked(name, steps)) return "changed";
    let disk: TreeFile | undefined | null;
    try {
      disk = (await this.#disk.readOne(name)).file;
    } catch {
      return "changed";
    }
    const isAs = (file: TreeFile | undefined, bits: number | undefined): boolean =>
      sameFile(disk, file) && (!file || file.kind === "link" || this.hasMode(name, [bits]));
    const [isBefore, isAfter] = [isAs(before, modeBefore), isAs(after, mode)];
    if (from !== undefined)
      return !isBefore && !isAfter ? "changed" : isAfter && this.isSpelled(name) ? "after" : "before";
    // A folder can be in the place of a file that is gone, or that is to come.
    if (isAfter || (after === undefined && disk === null)) return "after";
    return isBefore || (before === undefined && disk === null) ? "before" : "changed";
  }

  /** Returns true for a file whose permission bits are one of these; undefined stands for the usual ones. */
  hasMode(name: string, modes: readonly (number | undefined)[]): boolean {
    const stats = this.#disk.isReached(name) ? statItself(path.join(this.#root, name)) : undefined;
    if (!stats?.isFile()) return false;
    const usual = getUsualMode(this.#snapshots.git.umask, (stats.mode & 0o100) !== 0);
    return modes.some((mode) => (mode ?? usual) === (stats.mode & 0o7777));
  }

  /** Returns false for a folder with none of these permission bits, nor those that a restore gives it for a while. */
  hasFolderMode(name: string, modes: readonly (number | undefined)[]): boolean {
    const stats = this.#disk.isReached(name) ? statItself(path.join(this.#root, name)) : undefined;
    const usual = getUsualFolderMode(this.#snapshots.git.umask);
    const isAs = (mode = usual): boolean => [mode, mode | 0o700].includes((stats?.mode ?? 0) & 0o7777);
    return !stats?.isDirectory() || [...modes, usual].some((mode) => isAs(mode));
  }

  /**
   * Writes the new contents of those operations that need it into a new folder, as files named by their number, and
   * makes them durable.
   */
  async stage(
    operations: readonly Operation[],
    staging: string,
    isNeeded: (operation: Operation) => boolean = () => true,
  ): Promise<void> {
    await fs.promises.rm(staging, { recursive: true, force: true });
    await fs.promises.mkdir(staging, { recursive: true, mode: 0o700 });
    this.#moved.clear();
    this.#disk.calls.begin?.();
    const written = operations.flatMap((operation, number) => {
      const { after, mode } = operation;
      return after && isNeeded(operation) ? [{ ...after, mode, target: path.join(staging, String(number)) }] : [];
    });
    const { umask } = this.#snapshots.git;
    const files = written.flatMap(({ blob, kind, mode, target }) =>
      kind === "link" ? [] : [{ blob, target, mode: mode ?? getUsualMode(umask, kind === "executable") }],
    );
    this.#staged = await stageContents(this.#snapshots.git, files);
    for (const { blob, kind, target } of written)
      if (kind === "link") await fs.promises.symlink(toLinkTarget(await this.#snapshots.readBlob(blob)), target);
    await syncFiles(
      staging,
      files.map(({ target }) => target),
    );
  }

  /**
   * Moves the staged file of an operation into place, or removes the file, with folders that are empty then and not
   * `kept`. Rejects with `UnexpectedFile` where the disk is not as expected. May run for several operations at once
   * whose paths have nothing to do with each other.
   */
  async apply(operation: Operation, staged: string, kept: ReadonlySet<string>): Promise<void> {
    await this.#disk.nextInBatch();
    const { path: name, from, before, after } = operation;
    const full = path.join(this.#root, name);
    const disk = await this.#disk.readAgain(name);
    if (from !== undefined && disk !== undefined && !this.isSpelled(from) && !this.isSpelled(name))
      throw new UnexpectedFile(name);
    if (sameFile(disk, after) && from !== undefined) return this.#disk.retried(() => respell(this.#root, name));
    if (sameFile(disk, after)) return after ? undefined : this.#removeEmptyParents(name, kept);
    if (!sameFile(disk, before) && disk !== undefined) throw new UnexpectedFile(name);
    // Folders were looked at before this link was there, or while it still was.
    if (before?.kind === "link" || after?.kind === "link" || from !== undefined) this.#disk.forgetFolders();
    if (!after) {
      await this.#disk.retried(() => this.#disk.calls.remove(full));
      return this.#removeEmptyParents(name, kept);
    }
    const stats = this.#staged.get(staged);
    await this.#disk.retried(() => this.#move(staged, name, disk === undefined));
    if (stats) this.#moved.set(name, { stats, at: Date.now() });
    if (from !== undefined) await this.#disk.retried(() => respell(this.#root, name));
  }

  /** Moves a staged file into place. `isNew`: its folder may be missing. */
  async #move(staged: string, name: string, isNew: boolean): Promise<void> {
    const full = path.join(this.#root, name);
    if (!this.#disk.isReached(name)) throw new UnexpectedFile(name);
    try {
      return await this.#rename(staged, full);
    } catch (error) {
      if (!isNew || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    createFolder(path.dirname(full), getUsualFolderMode(this.#snapshots.git.umask));
    this.#disk.forgetFolders();
    if (!this.#disk.isReached(name)) throw new UnexpectedFile(name);
    await this.#rename(staged, full);
  }

  async #rename(staged: string, full: string): Promise<void> {
    giveToOwner(staged, full, this.#staged.get(staged));
    try {
      await this.#disk.calls.rename(staged, full);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
      await moveAcross(staged, full);
    }
  }

  /**
   * Removes what moves into other disks inside the workspace left beside the files of operations when they were cut
   * off.
   */
  removeLeft(operations: readonly Operation[], staged: string): void {
    for (const [number, { path: name, after }] of operations.entries()) {
      const beside = getBeside(path.join(staged, String(number)), path.join(this.#root, name));
      // A file can be in the place of a folder by now.
      if (after && this.#disk.isReached(name) && statItself(beside)) fs.rmSync(beside, { force: true });
    }
  }

  /**
   * Returns the paths of operations, all of them applied, whose files are not as planned. A file that was moved into
   * place is known by its inode, size and time of change; others are read.
   */
  async verify(operations: readonly Operation[]): Promise<readonly string[]> {
    const different: string[] = [];
    this.#disk.forgetFolders();
    for (const { path: name, from, after } of operations) {
      await this.#disk.nextInBatch();
      const isRight = (after && this.#isAsMoved(name, after)) || (await this.#hasContent(name, after));
      if (!isRight || (from !== undefined && !this.isSpelled(name))) different.push(name);
    }
    return different;
  }

  #isAsMoved(name: string, { kind }: TreeFile): boolean {
    const moved = this.#moved.get(name);
    const stats = moved && this.#disk.isReached(name) ? statItself(path.join(this.#root, name)) : undefined;
    if (!moved || !stats?.isFile()) return false;
    const { ino, size, mtimeMs } = moved.stats;
    const isSame =
      stats.ino === ino && stats.size === size && stats.mtimeMs === mtimeMs && stats.mode === moved.stats.mode;
    return (
      isSame && (kind === "executable") === ((stats.mode & 0o100) !== 0) && moved.at - mtimeMs > getMinAge(mtimeMs)
    );
  }

  async #hasContent(name: string, after: TreeFile | undefined): Promise<boolean> {
    try {
      const { file } = await this.#disk.readOne(name);
      return sameFile(file, after) || (after === undefined && file === null);
    } catch {
      return false;
    }
  }

  /** Returns whether the disk spells the name of a path like this. */
  isSpelled(name: string): boolean {
    return new DiskNames(this.#root).spell(name) === name;
  }

  /** Makes what a restore changed durable: the entries of these folders, and the permissions of these paths. */
  async sync(paths: ReadonlySet<string>): Promise<void> {
    await syncAll(
      this.#root,
      new Set([...paths].filter((name) => this.#disk.isReached(name)).map((name) => path.join(this.#root, name))),
    );
  }

  /** Creates folders that were empty. */
  async createFolders(folders: readonly string[]): Promise<void> {
    const mode = getUsualFolderMode(this.#snapshots.git.umask);
    for (const name of folders)
      if (this.#disk.isReached(name) && !statItself(path.join(this.#root, name)))
        createFolder(path.join(this.#root, name), mode);
  }

  /** Sets the permission bits of a file; undefined for the usual ones. */
  async setMode(name: string, mode: number | undefined): Promise<void> {
    const full = path.join(this.#root, name);
    const stats = this.#disk.isReached(name) ? await fs.promises.lstat(full).catch(() => undefined) : undefined;
    if (stats?.isFile())
      await fs.promises.chmod(full, mode ?? getUsualMode(this.#snapshots.git.umask, (stats.mode & 0o100) !== 0));
  }

  /** Lets the owner change what is in folders whose permissions a restore sets at its end. */
  async openFolders(folders: readonly { readonly path: string }[]): Promise<void> {
    for (const { path: name } of folders) await this.#setFolderMode(name, (mode) => mode | 0o700);
  }

  /** Sets the permission bits of a folder; undefined for the usual ones. */
  setFolderMode(name: string, mode: number | undefined): Promise<void> {
    return this.#setFolderMode(name, () => mode ?? getUsualFolderMode(this.#snapshots.git.umask));
  }

  async #setFolderMode(name: string, change: (mode: number) => number): Promise<void> {
    const full = path.join(this.#root, name);
    const stats = this.#disk.isReached(name) ? statItself(full) : undefined;
    const before = (stats?.mode ?? 0) & 0o7777;
    if (stats?.isDirectory() && change(before) !== before) await fs.promises.chmod(full, change(before));
  }

  /** Removes a folder if it is empty, and then its parents that are empty too and not `kept`. */
  async removeFolder(name: string, kept: ReadonlySet<string>): Promise<void> {
    this.#removeEmptyParents(`${name}/.`, kept);
  }

  /**
   * Removes the folders of a removed file that are empty now. One that would be created again would lose its
   * permissions.
   */
  #removeEmptyParents(name: string, kept: ReadonlySet<string>): void {
    if (!this.#disk.isReached(name)) return;
    try {
      for (
        let folder = path.posix.dirname(name);
        folder !== "." && !kept.has(folder);
        folder = path.posix.dirname(folder)
      )
        fs.rmdirSync(path.join(this.#root, folder));
    } catch {
      // It has other files.
    }
  }
}
