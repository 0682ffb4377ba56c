import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Logger } from "../base/logger.ts";
import type { UncoveredReason } from "../contract/checkpoints.ts";
import { FolderCheckpoints } from "./folderCheckpoints.ts";
import type { RestoreOutcome } from "./restore.ts";
import { type SnapshotLimits, TooManyFiles } from "./snapshots.ts";
import { StoreInUse } from "./storeLock.ts";

/** Free space in bytes below which no snapshot is taken. */
const minFreeBytes = 256 * 1024 * 1024;

export interface FolderStoresOptions {
  /** Folder of all stores. */
  readonly place: string;
  /** Returns the path of git; undefined without one. */
  readonly findGit: () => Promise<string | undefined>;
  readonly limits: (folder: string) => SnapshotLimits;
  readonly logger: Pick<Logger, "warn">;
  /** Called when a restore in a folder that a crash cut off was finished or taken back. */
  readonly onRecovered?: (folder: string, outcome: RestoreOutcome) => void;
}

/** The stores of all folders in this window: one per folder, shared by its conversations. */
export class FolderStores {
  readonly #options: FolderStoresOptions;
  /** By path with links resolved. */
  readonly #stores = new Map<string, FolderCheckpoints>();
  /** Folders with too many files, with the limit that they exceed. */
  readonly #tooLarge = new Map<string, number>();

  constructor(options: FolderStoresOptions) {
    this.#options = options;
  }

  get place(): string {
    return this.#options.place;
  }

  /** Returns the store of a folder, or the reason why the folder is not covered. */
  async find(folder: string): Promise<FolderCheckpoints | UncoveredReason> {
    const root = await fs.promises.realpath(folder).catch(() => undefined);
    if (root === undefined) return "failed";
    if (await isHomeOrRoot(root)) return "homeOrRoot";
    const limits = this.#options.limits(folder);
    if (this.#tooLarge.get(root) === limits.maxFiles) return "tooManyFiles";
    const known = this.#stores.get(root);
    if (known) return known;
    const program = await this.#options.findGit().catch(() => undefined);
    if (program === undefined) return "noGit";
    const again = this.#stores.get(root);
    if (again) return again;
    const { place, limits: read, onRecovered } = this.#options;
    const store = new FolderCheckpoints({
      program,
      folder: root,
      store: path.join(place, hashPath(root)),
      limits: () => read(folder),
      ...(onRecovered ? { onRecovered: (outcome: RestoreOutcome) => onRecovered(folder, outcome) } : {}),
    });
    this.#stores.set(root, store);
    return store;
  }

  /** Returns true if the disk of the stores has room for a snapshot. */
  async hasSpace(): Promise<boolean> {
    await fs.promises.mkdir(this.place, { recursive: true, mode: 0o700 }).catch(() => {});
    const found = await fs.promises.statfs(this.place).catch(() => undefined);
    return found === undefined || found.bavail * found.bsize >= minFreeBytes;
  }

  /** Returns the reason for which a snapshot failed. Rejects with the error of an aborted call. */
  explain(folder: string, error: unknown, signal?: AbortSignal): UncoveredReason {
    signal?.throwIfAborted();
    if (error instanceof TooManyFiles) {
      const root = fs.realpathSync(folder);
      this.#tooLarge.set(root, this.#options.limits(folder).maxFiles);
      return "tooManyFiles";
    }
    this.#options.logger.warn(`a checkpoint of ${folder} failed: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof StoreInUse) return "timeout";
    return (error as NodeJS.ErrnoException).code === "ENOSPC" || /No space left|disk quota/i.test(String(error)) ? "noSpace" : "failed";
  }
}

/** Returns the name of the store of a folder: short, because Windows limits the length of paths. */
export function hashPath(root: string): string {
  return createHash("sha256").update(root).digest("hex").slice(0, 20);
}

/** Returns true for the root of a disk, a home folder, and what contains one. */
async function isHomeOrRoot(root: string): Promise<boolean> {
  const home = await fs.promises.realpath(os.homedir()).catch(() => os.homedir());
  const relative = path.relative(root, home);
  return path.parse(root).root === root || relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative));
}
