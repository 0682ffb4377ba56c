import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { background } from "../../shared/base/background.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { UncoveredReason } from "../../shared/contract/changes/checkpoints.ts";
import { isDiskFull } from "../storage/diskFull.ts";
import { readRegular, replaceFileSync } from "../storage/regularFiles.ts";
import { FolderCheckpoints, logName } from "./folderCheckpoints.ts";
import { LargeFolders } from "./largeFolders.ts";
import { type CleanUpRules, cleanUp } from "./points/cleanUp.ts";
import type { Point } from "./points/point.ts";
import { PointLog } from "./points/pointLog.ts";
import { selectPoints } from "./points/retention.ts";
import { type RecoveredRestore, RecoveredRestores } from "./recoveredRestores.ts";
import { hasJournal } from "./restore/leftRestore.ts";
import type { RestoreOutcome } from "./restore/restore.ts";
import { type SnapshotLimits, TooManyFiles } from "./snapshots/snapshots.ts";
import { measureStore } from "./store/storeFiles.ts";
import { NewerStore } from "./store/storeFormat.ts";
import { StoreInUse, withStoreLock } from "./store/storeLock.ts";

/** Free space in bytes below which no snapshot is taken, unless the options say otherwise. */
const usualMinFreeBytes = 256 * 1024 * 1024;

/** Number of turns in a folder after which its store is cleaned up again. */
const turnsBetweenCleanUps = 30;

const dayMs = 24 * 60 * 60 * 1000;

/** Limits of age and size of the stored points. */
export interface Retention extends Pick<CleanUpRules, "now" | "maxAgeMs" | "isOpen"> {
  /** Maximum size in bytes of one store; a tenth of what is free where that is less. */
  readonly maxStoreBytes: number;
}

export interface FolderStoresOptions {
  /** Folder of all stores. */
  readonly place: string;
  /** Returns the path of git; undefined without one. */
  readonly findGit: () => Promise<string | undefined>;
  readonly limits: (folder: string) => SnapshotLimits;
  readonly logger: Pick<Logger, "warn">;
  readonly retention: () => Retention | Promise<Retention>;
  /** Free space in bytes below which no snapshot is taken. */
  readonly minFreeBytes?: number;
  /** Returns the time in ms, by default that of the system. */
  readonly now?: () => number;
  /** Called when a restore in a folder that a crash cut off was finished or taken back. */
  readonly onRecovered?: (folder: string, outcome: RestoreOutcome) => void;
}

/** The stores of all folders in this window: one per folder, shared by its conversations. */
export class FolderStores {
  readonly #options: FolderStoresOptions;
  /** By path with links resolved. */
  readonly #stores = new Map<string, FolderCheckpoints>();
  readonly #tooLarge: LargeFolders;
  /** Stores that exceed their limit although they were cleaned up. */
  readonly #full = new Set<FolderCheckpoints>();
  /** Turns that ended since a store was cleaned up. */
  readonly #turns = new Map<FolderCheckpoints, number>();

  readonly #recovered = new RecoveredRestores();

  #cleaning: Promise<unknown> = Promise.resolve();

  constructor(options: FolderStoresOptions) {
    this.#options = options;
    this.#tooLarge = new LargeFolders(options.now ?? Date.now);
  }

  get place(): string {
    return this.#options.place;
  }

  /** Returns the store of a folder, or the reason why the folder is not covered. */
  async find(folder: string): Promise<FolderCheckpoints | UncoveredReason> {
    const root = await fs.promises.realpath(folder).catch(() => undefined);
    if (root === undefined) return "failed";
    if (await isTooWide(root, this.#options.place)) return "homeOrRoot";
    const known = this.#stores.get(root);
    if (known) return known;
    const program = await this.#options.findGit().catch(() => undefined);
    if (program === undefined) return "noGit";
    const again = this.#stores.get(root);
    if (again) return again;
    const { place, limits: read, onRecovered } = this.#options;
    const store: FolderCheckpoints = new FolderCheckpoints({
      program,
      folder: root,
      store: path.join(place, hashPath(root)),
      limits: () => read(folder),
      onRecovered: (recovered) => {
        this.#recovered.note(store.store, recovered);
        onRecovered?.(folder, recovered.outcome);
      },
    });
    this.#stores.set(root, store);
    return store;
  }

  /** Returns true for a folder that had too many files for a snapshot, while that need not be found out again. */
  async isTooLarge(folder: string): Promise<boolean> {
    const root = await fs.promises.realpath(folder).catch(() => folder);
    return this.#tooLarge.has(root, this.#options.limits(folder).maxFiles);
  }

  /**
   * Returns true if a store and its disk have room for a snapshot. If not, the store is cleaned up, once for a number
   * of turns.
   */
  async hasSpace(checkpoints: FolderCheckpoints): Promise<boolean> {
    const { minFreeBytes = usualMinFreeBytes } = this.#options;
    if (!this.#full.has(checkpoints) && (await this.#getFreeBytes()) >= minFreeBytes) return true;
    this.noteTurnEnd(checkpoints);
    return false;
  }

  /** Notes the end of a turn; from time to time the store is cleaned up. */
  noteTurnEnd(checkpoints: FolderCheckpoints): void {
    const turns = this.#turns.get(checkpoints) ?? turnsBetweenCleanUps;
    this.#turns.set(checkpoints, turns >= turnsBetweenCleanUps ? 0 : turns + 1);
    if (turns < turnsBetweenCleanUps) return;
    const work = this.#cleanUp(checkpoints, false).then(() => this.#cleanUpDaily(checkpoints));
    this.#cleaning = Promise.allSettled([this.#cleaning, work]);
    background(work, this.#options.logger, "cleaning up checkpoints");
  }

  /**
   * Returns the restores in a folder that a crash cut off, and that were finished or rolled back since, but not yet
   * reported to the user.
   */
  takeRecovered({ store }: FolderCheckpoints): readonly RecoveredRestore[] {
    return this.#recovered.take(store);
  }

  /** Resolves when no store is being cleaned up. Never rejects. */
  async whenCleanedUp(): Promise<void> {
    await this.#cleaning;
  }

  /** Returns the size of all stores in bytes. */
  measure(): Promise<number> {
    return measureStore(this.place);
  }

  /**
   * Removes the checkpoints of all conversations that are not in use, in all stores. Rejects after that if a store
   * could not be cleaned up.
   */
  cleanUpAll(): Promise<void> {
    return this.#cleanUpStores({ isThorough: true });
  }

  /**
   * Removes old checkpoints from the other stores once a day, of all windows: their folders may never be opened again.
   */
  async #cleanUpDaily({ store }: FolderCheckpoints): Promise<void> {
    const { now } = await this.#options.retention();
    const noted = path.join(this.place, "cleaned-up");
    const last = Number(await readRegular(noted).catch(() => ""));
    if (now - last < dayMs && now >= last) return;
    replaceFileSync(noted, String(now));
    await this.#cleanUpStores({ isThorough: false, except: store });
  }

  async #cleanUpStores({
    isThorough,
    except,
  }: {
    readonly isThorough: boolean;
    readonly except?: string;
  }): Promise<void> {
    const errors: unknown[] = [];
    for (const entry of await fs.promises.readdir(this.place, { withFileTypes: true }).catch(() => [])) {
      const store = path.join(this.place, entry.name);
      if (!entry.isDirectory() || store === except) continue;
      await this.#cleanUpStore(store, isThorough).catch((error: unknown) =>
        error instanceof NewerStore ? undefined : errors.push(error),
      );
    }
    if (errors.length > 0) throw errors[0];
  }

  async #cleanUpStore(store: string, isThorough: boolean): Promise<void> {
    // Using the store would finish a restore without reporting it to the user.
    if (!isThorough && hasJournal(store)) return;
    const folder = (await readPoints(store)).findLast((point) => fs.existsSync(point.folder))?.folder;
    const found = folder === undefined ? undefined : await this.find(folder);
    if (found instanceof FolderCheckpoints && found.store === store) return this.#cleanUp(found, isThorough);
    if (found !== undefined) return;
    await withStoreLock(store, async () => {
      const retention = await this.#options.retention();
      const points = await readPoints(store);
      // Another window may have taken the first checkpoint meanwhile, and the folder of a conversation can be away for
      // a while.
      const isNeeded =
        points.some((point) => fs.existsSync(point.folder)) ||
        selectPoints(points, { ...retention, share: isThorough ? 1 : 0 }).length > 0;
      if (!isNeeded) await fs.promises.rm(store, { recursive: true, force: true });
    });
  }

  async #cleanUp(checkpoints: FolderCheckpoints, isThorough: boolean): Promise<void> {
    const { maxStoreBytes, ...retention } = await this.#options.retention();
    const maxBytes = Math.min(
      maxStoreBytes,
      ((await this.#getFreeBytes()) + (await measureStore(checkpoints.store))) / 10,
    );
    const bytes = await cleanUp(checkpoints, { ...retention, maxBytes, isThorough });
    if (bytes > maxBytes) this.#full.add(checkpoints);
    else this.#full.delete(checkpoints);
  }

  async #getFreeBytes(): Promise<number> {
    await fs.promises.mkdir(this.place, { recursive: true, mode: 0o700 }).catch(() => {});
    const found = await fs.promises.statfs(this.place).catch(() => undefined);
    return found === undefined ? Number.POSITIVE_INFINITY : found.bavail * found.bsize;
  }

  /** Returns the reason for which a snapshot failed. Rejects with the error of an aborted call. */
  async explain(folder: string, error: unknown, signal?: AbortSignal): Promise<UncoveredReason> {
    signal?.throwIfAborted();
    if (error instanceof TooManyFiles) {
      const root = await fs.promises.realpath(folder).catch(() => folder);
      await this.#tooLarge.add(root, this.#options.limits(folder).maxFiles);
      return "tooManyFiles";
    }
    this.#options.logger.warn(
      `a checkpoint of ${folder} failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    if (error instanceof StoreInUse) return "timeout";
    if (error instanceof NewerStore) return "newerStore";
    return isDiskFull(error) ? "noSpace" : "failed";
  }
}

function readPoints(store: string): Promise<readonly Point[]> {
  return new PointLog(path.join(store, logName)).read();
}

/** Returns the name of the store of a folder: short, because Windows limits the length of paths. */
export function hashPath(root: string): string {
  return createHash("sha256").update(root).digest("hex").slice(0, 20);
}

/** Returns true for the root of a disk, a home folder, our own storage, and what contains one of them. */
async function isTooWide(root: string, place: string): Promise<boolean> {
  const contains = async (folder: string): Promise<boolean> => {
    const relative = path.relative(root, await fs.promises.realpath(folder).catch(() => folder));
    return relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative));
  };
  return path.parse(root).root === root || (await contains(os.homedir())) || contains(path.dirname(place));
}
