import fs from "node:fs";
import path from "node:path";
import { PrivateGit } from "../git/privateGit.ts";
import { Restore, type RestoreOutcome } from "./restore.ts";
import { RestoreFiles } from "./restoreFiles.ts";
import { createOperations, type Journal } from "./restoreModel.ts";
import type { TreeChange } from "./snapshotModel.ts";
import { type Snapshot, type SnapshotLimits, Snapshots } from "./snapshots.ts";
import { findWorkTree } from "./workTree.ts";

export interface FolderCheckpointsOptions {
  /** Path of git. */
  readonly program: string;
  /** The workspace folder. */
  readonly folder: string;
  /** Folder of the store; created on demand. */
  readonly store: string;
  readonly limits: () => SnapshotLimits;
  readonly newId: () => string;
  /** Runs work while no other window uses the store. */
  readonly locked: <T>(store: string, work: () => Promise<T>) => Promise<T>;
}

export interface RestoreResult {
  /** The state before the restore, with which it can be undone. */
  readonly undo: Snapshot;
  readonly outcome: RestoreOutcome;
}

/** The checkpoints of one workspace folder. Calls run one after the other, also those of other windows. */
export class FolderCheckpoints {
  readonly #options: FolderCheckpointsOptions;
  #parts: Promise<{ readonly snapshots: Snapshots; readonly restore: Restore }> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: FolderCheckpointsOptions) {
    this.#options = options;
  }

  /** Takes a snapshot of the folder. Rejects with `TooManyFiles`, when git fails, and when the call is aborted. */
  take(signal?: AbortSignal): Promise<Snapshot> {
    return this.#next(async ({ snapshots }) => snapshots.take(signal));
  }

  /** Returns the files that differ between two snapshots. */
  async compare(before: string, after: string): Promise<readonly TreeChange[]> {
    return (await this.#open()).snapshots.compare(before, after);
  }

  /** Returns the content of a file of a snapshot. */
  async read(blob: string): Promise<Buffer> {
    return (await this.#open()).snapshots.readBlob(blob);
  }

  /**
   * Brings files back to a snapshot, all or none: those at `paths`, or all that differ. Takes a snapshot first; rejects if that fails, and then
   * nothing changed.
   */
  restore(target: string, paths?: ReadonlySet<string>): Promise<RestoreResult> {
    return this.#next(async ({ snapshots, restore }) => {
      const undo = await snapshots.take();
      const [now, then] = await Promise.all([snapshots.readSideList(undo.id), snapshots.readSideList(target)]);
      const isMeant = (name: string): boolean => paths === undefined || paths.has(name);
      const changes = (await snapshots.compare(undo.id, target)).filter(({ path: name }) => isMeant(name));
      const changed = new Set(changes.map(({ path: name }) => name));
      const withModes = [...new Set([...now.modes.keys(), ...then.modes.keys()])];
      const modes = withModes.filter((name) => isMeant(name) && !changed.has(name) && now.modes.get(name) !== then.modes.get(name));
      const journal: Journal = {
        id: this.#options.newId(),
        operations: createOperations(changes, then),
        createFolders: paths ? [] : then.emptyFolders.filter((name) => !now.emptyFolders.includes(name)),
        removeFolders: paths ? [] : now.emptyFolders.filter((name) => !then.emptyFolders.includes(name)),
        modes: modes.map((name) => ({ path: name, mode: then.modes.get(name) })),
      };
      return { undo, outcome: await restore.run(journal) };
    });
  }

  /** Finishes a restore that a crash cut off. Returns how it ended; undefined if none was cut off. */
  recover(): Promise<RestoreOutcome | undefined> {
    return this.#next(async ({ restore }) => (await restore.recover())?.outcome);
  }

  #open() {
    const { program, folder, store, limits } = this.#options;
    this.#parts ??= (async () => {
      const tree = await findWorkTree(program, folder);
      await fs.promises.mkdir(store, { recursive: true, mode: 0o700 });
      const snapshots = new Snapshots({ program, git: new PrivateGit(program, path.join(store, "git"), tree.top), tree, limits });
      return { snapshots, restore: new Restore({ files: new RestoreFiles(tree.root, snapshots), folder: await stagingFolder(store, tree.root) }) };
    })();
    return this.#parts;
  }

  #next<T>(work: (parts: { readonly snapshots: Snapshots; readonly restore: Restore }) => Promise<T>): Promise<T> {
    const { store, locked } = this.#options;
    const run = async (): Promise<T> => {
      const parts = await this.#open();
      return locked(store, () => work(parts));
    };
    const result = this.#last.then(run, run);
    this.#last = result.catch(() => {});
    return result;
  }
}

/** Returns the folder for staged files: on the disk of the workspace, so that they can be moved into place at once. */
async function stagingFolder(store: string, root: string): Promise<string> {
  const [own, other] = await Promise.all([fs.promises.stat(store), fs.promises.stat(root)]);
  if (own.dev === other.dev) return store;
  const beside = path.join(root, ".tandem-restore");
  await fs.promises.mkdir(beside, { recursive: true });
  await fs.promises.writeFile(path.join(beside, ".gitignore"), "*\n");
  return beside;
}
