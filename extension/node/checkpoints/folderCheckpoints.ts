import fs from "node:fs";
import path from "node:path";
import { PrivateGit } from "../git/privateGit.ts";
import { readRegular } from "../storage/regularFiles.ts";
import { findWorkTree } from "./disk/workTree.ts";
import { PointLog } from "./points/pointLog.ts";
import type { RecoveredRestore } from "./recoveredRestores.ts";
import { hasJournal, readJournal } from "./restore/journalFile.ts";
import { findUnfinished, recordRecovered } from "./restore/recordRecovered.ts";
import { Restore, type StagingFolder } from "./restore/restore.ts";
import { RestoreFiles } from "./restore/restoreFiles.ts";
import { type Snapshot, type SnapshotLimits, Snapshots } from "./snapshots/snapshots.ts";
import { setAsideOther } from "./store/storeKind.ts";
import { withStoreLock } from "./store/storeLock.ts";

/** Name of the log of the points in a store. */
export const logName = "points.jsonl";

export interface FolderCheckpointsOptions {
  /** Path of git. */
  readonly program: string;
  /** The workspace folder. */
  readonly folder: string;
  /** Folder of the store; created on demand. */
  readonly store: string;
  readonly limits: () => SnapshotLimits;
  /** Called when a restore that a crash cut off was finished or taken back. */
  readonly onRecovered?: (recovered: RecoveredRestore) => void;
}

/** The parts of an open store. */
export interface FolderParts {
  /** Folder of the store. */
  readonly store: string;
  /** The workspace folder with links resolved. */
  readonly root: string;
  readonly snapshots: Snapshots;
  readonly restore: Restore;
  readonly log: PointLog;
}

/**
 * The store of one workspace folder. Calls that change something run one after the other, also those of other windows.
 * Each of them first finishes a restore that a crash cut off.
 */
export class FolderCheckpoints {
  readonly #options: FolderCheckpointsOptions;
  #parts: Promise<FolderParts> | undefined;
  #isRecovered = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: FolderCheckpointsOptions) {
    this.#options = options;
  }

  /** Path of the store; orders several stores that are used at once. */
  get store(): string {
    return this.#options.store;
  }

  /** The workspace folder. */
  get folder(): string {
    return this.#options.folder;
  }

  /** Returns the parts, for calls that change nothing. */
  open(): Promise<FolderParts> {
    this.#parts ??= this.#open().catch((error: unknown) => {
      this.#parts = undefined;
      throw error;
    });
    return this.#parts;
  }

  /** Takes a snapshot of the folder, of any size. Rejects when git fails, and when the call is aborted. */
  take(signal?: AbortSignal): Promise<Snapshot> {
    return this.exclusive(({ snapshots }) => snapshots.take(signal), signal);
  }

  /** Runs work while nothing else changes the store. Rejects if another window does not release it. */
  exclusive<T>(work: (parts: FolderParts) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const run = async (): Promise<T> => {
      signal?.throwIfAborted();
      const parts = await this.open();
      // A clean-up removes the whole store of a folder that does not exist, which may exist again.
      await fs.promises.mkdir(this.store, { recursive: true, mode: 0o700 });
      return withStoreLock(
        this.store,
        async () => {
          // Another window can end at any time.
          if (!this.#isRecovered || hasJournal(this.store)) await this.#recover(parts);
          return work(parts);
        },
        signal,
      );
    };
    const result = this.#last.then(run, run);
    this.#last = result.catch(() => {});
    return result;
  }

  async #recover(parts: FolderParts): Promise<void> {
    const { restore, snapshots } = parts;
    await setAsideOther(snapshots.git);
    await snapshots.health.sweep();
    await sweepOld(this.store);
    const found = await readJournal(this.store);
    const journal = found === "damaged" ? undefined : found;
    const points = journal ? await parts.log.read().catch(() => []) : [];
    const undo = findUnfinished(points);
    // Its journal could not be removed: to go on with it would take back what the user changed since.
    const isFinished =
      journal !== undefined && points.findLast(({ cause }) => cause.kind !== "cancelled")?.cause.kind === "restored";
    if (isFinished) await restore.forget();
    const outcome = isFinished ? undefined : await restore.recover();
    this.#isRecovered = true;
    if (undo && journal) await recordRecovered(parts, { undo, journal, outcome }).catch(() => {});
    if (outcome) this.#options.onRecovered?.({ outcome, cause: undo?.cause });
  }

  async #open(): Promise<FolderParts> {
    const { program, folder, store, limits } = this.#options;
    const tree = await findWorkTree(program, folder);
    const snapshots = new Snapshots({
      program,
      git: new PrivateGit(program, path.join(store, "git"), tree.top),
      tree,
      limits,
    });
    const restore = new Restore({
      files: new RestoreFiles(tree.root, snapshots, { findRecorded: (names) => snapshots.findRecorded(names) }),
      folder: store,
      staging: openStaging(store, tree.root),
    });
    return { store, root: tree.root, snapshots, restore, log: new PointLog(path.join(store, logName)) };
  }
}

/** Age in ms from which no process can need a file that a crash left behind. */
const minLeftMs = 30 * 24 * 60 * 60 * 1000;

/** Removes old temporary files of a store: those of crashes, of other windows, and of restores of other folders. */
async function sweepOld(store: string): Promise<void> {
  for (const name of await fs.promises.readdir(store)) {
    if (!/^(?:lock|committed)[.-][0-9a-f-]{36}$/.test(name)) continue;
    // A restore of several folders is finished in each of them by this note, whenever its window opens.
    if (name.startsWith("committed") && (await isRestoring(store))) continue;
    const stats = await fs.promises.lstat(path.join(store, name)).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > minLeftMs) await fs.promises.rm(path.join(store, name), { force: true });
  }
}

/** Returns whether a restore waits to be finished in one of the stores beside. */
async function isRestoring(store: string): Promise<boolean> {
  const all = path.dirname(store);
  return (await fs.promises.readdir(all)).some((name) => hasJournal(path.join(all, name)));
}

/** Content of the ignore file beside staged files. */
const ignoreAll = "*\n";

/** Returns the folder for staged files: on the disk of the workspace, so that they can be moved into place at once. */
export function openStaging(store: string, root: string): StagingFolder {
  const isSameDisk = async (): Promise<boolean> => {
    const [own, other] = await Promise.all([fs.promises.stat(store), fs.promises.stat(root).catch(() => undefined)]);
    return own.dev === other?.dev;
  };
  const beside = path.join(root, ".tandem-restore");
  // A link of this name could lead anywhere.
  const isFolder = async (): Promise<boolean> =>
    (await fs.promises.lstat(beside).catch(() => undefined))?.isDirectory() === true;
  return {
    find: async () => ((await isSameDisk()) ? store : (await isFolder()) ? beside : undefined),
    create: async () => {
      if (await isSameDisk()) return store;
      await fs.promises.mkdir(beside, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      if (!(await isFolder())) throw new Error(`${beside} is not a folder`);
      await fs.promises
        .writeFile(path.join(beside, ".gitignore"), ignoreAll, { flag: "wx" })
        .catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "EEXIST") throw error;
        });
      return beside;
    },
    remove: async () => {
      if ((await isSameDisk()) || !(await isFolder())) return;
      const ignoring = path.join(beside, ".gitignore");
      const names = await fs.promises.readdir(beside);
      if (names.some((name) => name !== ".gitignore")) return;
      if (names.length > 0 && (await readRegular(ignoring)) !== ignoreAll) return;
      await fs.promises.rm(ignoring, { force: true });
      await fs.promises.rmdir(beside);
    },
  };
}
