import fs from "node:fs";
import path from "node:path";
import type {
  ApplyOutcome,
  ApplyStep,
  BranchView,
  CopyRequest,
  IsolatedChanges,
  IsolatedFolder,
  IsolatedFolders,
  UnreadableFolder,
  UpdateOutcome,
  WorktreeRequest,
} from "../../core/conversations/isolationPorts.ts";
import { Emitter, type Event } from "../../shared/base/emitter.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { IsolationRecovery, IsolationRefusal } from "../../shared/contract/changes/isolation.ts";
import { withStoreLock } from "../checkpoints/store/storeLock.ts";
import type { IsolationOptions } from "./createFolder.ts";
import { discardFiles } from "./discard.ts";
import { isBelow } from "./insidePaths.ts";
import type { IsolatedStores } from "./isolatedStores.ts";
import { forgetUnreachable } from "./keptCommits.ts";
import { describeRecord, getPlace, listRecords, listUnreadable } from "./listFolders.ts";
import { toFullDisk, toOutcome } from "./outcomes.ts";
import { type IsolationRecord, readRecord } from "./record.ts";
import { recoverFolder, recoverLocked } from "./recoverFolder.ts";
import { measureFolder, removeFolder } from "./removeFolder.ts";
import { listUnlistedWork } from "./unlistedWork.ts";
import { updateWorktree } from "./updateWorktree.ts";
import { canCreateBranch, describeBranch } from "./worktreeBranch.ts";

/**
 * Isolated folders below one place. Each has a record that is written before its files, a lock that windows share, and
 * snapshots of its own. Nothing is ever removed except by `discard` and `remove`, or by `recover` where creating did
 * not finish.
 */
export class DiskIsolation implements IsolatedFolders {
  readonly #options: IsolationOptions;
  readonly #recovered: Emitter<IsolationRecovery>;

  constructor(options: IsolationOptions) {
    this.#options = options;
    this.#recovered = new Emitter((error) =>
      options.logger.warn(`a listener of isolated folders failed: ${getErrorMessage(error)}`),
    );
  }

  /** Reports work that was interrupted and that an action finished before its own. */
  get onDidRecover(): Event<IsolationRecovery> {
    return this.#recovered.event;
  }

  list(): readonly IsolatedFolder[] {
    return listRecords(this.#options.place)
      .filter(({ state }) => state === "ready" || state === "discarded")
      .map((record) => describeRecord(this.#options.place, record));
  }

  listUnreadable(): readonly UnreadableFolder[] {
    return listUnreadable(this.#options.place);
  }

  find(folder: string): IsolatedFolder | undefined {
    const { place } = this.#options;
    if (folder === "" || !isBelow(place, folder)) return undefined;
    const [id = ""] = path.relative(place, folder).split(path.sep);
    const record = readRecord(path.join(place, id));
    const found = record && describeRecord(this.#options.place, record);
    return found && isBelow(found.folder, folder) ? found : undefined;
  }

  measure(id: string): Promise<number> {
    return measureFolder(this.placeOf(id));
  }

  async createCopy(request: CopyRequest): Promise<IsolatedFolder | IsolationRefusal> {
    return (await import("./createFolder.ts")).createCopy(this.#options, request);
  }

  async createWorktree(request: WorktreeRequest): Promise<IsolatedFolder | IsolationRefusal> {
    return (await import("./createFolder.ts")).createWorktree(this.#options, request);
  }

  compare(id: string): Promise<IsolatedChanges> {
    return this.#exclusive(id, async (stores, record, place, program) => {
      const { last, others } = await stores.takeLast();
      const work = await listUnlistedWork(program, place, record);
      return {
        last,
        changes: await stores.listChanges(last),
        others,
        work,
        ...(stores.isGone ? { isGone: true } : {}),
      };
    });
  }

  apply(id: string, last: string, steps: readonly ApplyStep[]): Promise<ApplyOutcome> {
    return this.#exclusive(id, async (stores) =>
      toOutcome(await stores.apply(last, steps, this.#options.newId), steps.length),
    ).catch(toFullDisk);
  }

  listApplied(id: string): Promise<readonly string[]> {
    return this.#exclusive(id, (stores) => stores.listApplied());
  }

  undoApply(id: string): Promise<ApplyOutcome | undefined> {
    return this.#exclusive(id, async (stores) => {
      const files = (await stores.listApplied()).length;
      const outcome = await stores.undo(this.#options.newId);
      return outcome && toOutcome(outcome, files);
    }).catch(toFullDisk);
  }

  discard(id: string): Promise<void> {
    return this.#exclusive(id, async (stores, record, place, program) => {
      const { own, mounts } = await stores.takeLast();
      await discardFiles(program, place, { ...record, ...mounts, last: own }, this.#options.now());
    });
  }

  noteSetUp(id: string): Promise<void> {
    return this.#exclusive(id, (stores) => stores.noteIgnored());
  }

  async describeBranch(id: string): Promise<BranchView | undefined> {
    const record = readRecord(this.placeOf(id));
    const program = await this.#options.findGit();
    if (!record?.worktree || program === undefined || !fs.existsSync(record.worktree.common)) return undefined;
    return describeBranch(program, record, record.worktree);
  }

  updateWorktree(id: string): Promise<UpdateOutcome> {
    return this.#exclusive(id, async (_, record, place, program) =>
      record.worktree
        ? updateWorktree({ program, place, record, worktree: record.worktree, at: this.#options.now() })
        : { kind: "gone" },
    );
  }

  async canCreateBranch(origin: string, branch: string): Promise<boolean> {
    const program = await this.#options.findGit();
    return program !== undefined && canCreateBranch(program, origin, branch);
  }

  async remove(id: string): Promise<void> {
    const place = this.placeOf(id);
    if (readRecord(place)?.state !== "discarded") return;
    const program = await this.#options.findGit().catch(() => undefined);
    await withStoreLock(place, async () => {
      await this.#recover(place, program);
      await removeFolder(path.join(place, "store"));
      const record = readRecord(place);
      if (program !== undefined && record?.worktree) await forgetUnreachable(program, record, record.worktree);
    });
    await removeFolder(place);
  }

  /**
   * Finishes work that a crash interrupted, for all folders that no other window uses, and returns what was done. Never
   * rejects.
   */
  async recover(): Promise<readonly IsolationRecovery[]> {
    const program = await this.#options.findGit().catch(() => undefined);
    const done: IsolationRecovery[] = [];
    for (const name of await fs.promises.readdir(this.#options.place).catch(() => []))
      try {
        const found = await recoverFolder(this.placeOf(name), program, this.#options.now());
        if (found) done.push(found);
      } catch (error) {
        this.#options.logger.warn(`an isolated folder could not be checked: ${getErrorMessage(error)}`);
      }
    return done;
  }

  /** Returns the folder of an id. Any text as the id leads to a folder directly below our own. */
  placeOf(id: string): string {
    return getPlace(this.#options.place, id);
  }

  async #exclusive<T>(
    id: string,
    work: (stores: IsolatedStores, record: IsolationRecord, place: string, program: string) => Promise<T>,
  ): Promise<T> {
    const place = this.placeOf(id);
    const program = await this.#options.findGit();
    if (program === undefined || !readRecord(place)) throw new Error("the isolated folder is gone, or git is");
    return withStoreLock(place, async () => {
      await this.#recover(place, program);
      const record = readRecord(place);
      if (record?.state !== "ready" && record?.state !== "discarded")
        throw new Error("the isolated folder is not complete");
      const { IsolatedStores: Stores } = await import("./isolatedStores.ts");
      return work(new Stores({ program, place, record }), record, place, program);
    });
  }

  /**
   * Finishes what another window left when it ended, which can happen at any time. Call under the lock of the folder.
   */
  async #recover(place: string, program: string | undefined): Promise<void> {
    const recovered = await recoverLocked(place, program, this.#options.now());
    if (recovered) this.#recovered.fire(recovered);
  }
}
