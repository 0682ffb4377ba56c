import fs from "node:fs";
import path from "node:path";
import { PrivateGit } from "../git/privateGit.ts";
import { findWorkTree } from "./disk/workTree.ts";
import type { FolderParts } from "./folderParts.ts";
import { PointLog } from "./points/pointLog.ts";
import type { RecoveredRestore } from "./recoveredRestores.ts";
import { hasJournal, hasLeftRestore } from "./restore/leftRestore.ts";
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
    await setAsideOther(parts.snapshots.git);
    await parts.snapshots.health.sweep();
    await sweepOld(this.store);
    const recovered = hasLeftRestore(this.store, parts.root)
      ? await (await import("./restore/recoverRestore.ts")).recoverRestore(parts)
      : undefined;
    this.#isRecovered = true;
    if (recovered) this.#options.onRecovered?.(recovered);
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
    return { store, root: tree.root, snapshots, log: new PointLog(path.join(store, logName)) };
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
