import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
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
import type { Logger } from "../../shared/base/logger.ts";
import type { IsolationRecovery, IsolationRefusal, LeftOut } from "../../shared/contract/changes/isolation.ts";
import { withStoreLock } from "../checkpoints/store/storeLock.ts";
import { hasNoSpace } from "../storage/diskFull.ts";
import { discardFiles } from "./discard.ts";
import { fillCopy, planCopyRecord, toRules } from "./fillCopy.ts";
import { fillWorktree, planWorktree } from "./fillWorktree.ts";
import { IsolatedStores } from "./isolatedStores.ts";
import { forgetUnreachable } from "./keptCommits.ts";
import { listRecords, listUnreadable } from "./listFolders.ts";
import { explainFailure, toFullDisk, toOutcome } from "./outcomes.ts";
import { isBelow } from "./planCopy.ts";
import { planMounts } from "./planMounts.ts";
import {
  getAppliedFolder,
  getRepositoryPlace,
  getWorkFolder,
  type IsolationRecord,
  maxLeftOut,
  readRecord,
  writeRecord,
} from "./record.ts";
import { recoverFolder, recoverLocked } from "./recoverFolder.ts";
import { measureFolder, removeFolder, removePlace } from "./removeFolder.ts";
import { listUnlistedWork } from "./unlistedWork.ts";
import { updateWorktree } from "./updateWorktree.ts";
import { canCreateBranch, describeBranch, detachWorktree } from "./worktreeBranch.ts";

interface NewFolder {
  readonly origin: string;
  /** Path of git. */
  readonly program: string;
  readonly place: string;
}

interface FilledFolder {
  readonly started: IsolationRecord;
  readonly leftOut: readonly LeftOut[];
}

export interface DiskIsolationOptions {
  /** Folder of all isolated folders; created on demand. */
  readonly place: string;
  /** Returns the path of git; undefined without one. */
  readonly findGit: () => Promise<string | undefined>;
  /** Returns the folders that may be copied, with everything in them. */
  readonly allowedRoots: () => readonly string[];
  /** Returns the maximum size of a copy in bytes. */
  readonly maxBytes: () => number;
  /** Free space in bytes that a new folder leaves; 256 MB by default. */
  readonly minFreeBytes?: number;
  readonly now: () => number;
  readonly newId: () => string;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * Isolated folders below one place. Each has a record that is written before its files, a lock that windows share, and
 * snapshots of its own. Nothing is ever removed except by `discard` and `remove`, or by `recover` where creating did
 * not finish.
 */
export class DiskIsolation implements IsolatedFolders {
  readonly #options: DiskIsolationOptions;
  readonly #recovered: Emitter<IsolationRecovery>;

  constructor(options: DiskIsolationOptions) {
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
      .map((record) => this.#describe(record));
  }

  listUnreadable(): readonly UnreadableFolder[] {
    return listUnreadable(this.#options.place);
  }

  find(folder: string): IsolatedFolder | undefined {
    const { place } = this.#options;
    if (folder === "" || !isBelow(place, folder)) return undefined;
    const [id = ""] = path.relative(place, folder).split(path.sep);
    const record = readRecord(path.join(place, id));
    const found = record && this.#describe(record);
    return found && isBelow(found.folder, folder) ? found : undefined;
  }

  measure(id: string): Promise<number> {
    return measureFolder(this.placeOf(id));
  }

  async createCopy(request: CopyRequest): Promise<IsolatedFolder | IsolationRefusal> {
    return this.#create(request, async ({ origin, program, place }) => {
      const { maxBytes, minFreeBytes, allowedRoots, now } = this.#options;
      const { attempt, rules } = request;
      const mounts = await planMounts(origin, request.mounts ?? [], rules?.isFollowingLinks ?? false, (folder) =>
        this.#check(folder),
      );
      if ("code" in mounts) return mounts;
      const own = { ...planCopyRecord(origin, place, now()), ...(attempt ? { attempt } : {}), ...toRules(request) };
      const started = mounts.length === 0 ? own : { ...own, mounts: [...mounts] };
      writeRecord(place, started);
      const leftOut = await fillCopy(
        { program, place, record: started, maxBytes: maxBytes(), allowedRoots: allowedRoots(), minFreeBytes },
        request,
      );
      return "code" in leftOut ? leftOut : { started, leftOut };
    });
  }

  async createWorktree(request: WorktreeRequest): Promise<IsolatedFolder | IsolationRefusal> {
    return this.#create(request, async ({ origin, program, place }) => {
      const { maxBytes, minFreeBytes, now } = this.#options;
      const takenPorts = listRecords(this.#options.place).flatMap(({ worktree }) => worktree?.ports ?? []);
      const options = { place, origin, program, createdAt: now(), maxBytes: maxBytes(), minFreeBytes, takenPorts };
      const started = await planWorktree(options, request);
      if ("code" in started || !started.worktree) return started as IsolationRefusal;
      if (await this.#isTooWide(started.worktree.top)) return { code: "homeOrRoot", folder: started.worktree.top };
      writeRecord(place, started);
      return { started, leftOut: await fillWorktree(options, started, started.worktree, request) };
    });
  }

  /** Makes a folder whose record is written before its files. Nothing is left of one that was refused or failed. */
  async #create(
    request: CopyRequest,
    fill: (parts: NewFolder) => Promise<FilledFolder | IsolationRefusal>,
  ): Promise<IsolatedFolder | IsolationRefusal> {
    const { signal } = request;
    const origin = await fs.promises.realpath(request.origin).catch(() => undefined);
    if (origin === undefined || !fs.statSync(origin).isDirectory())
      return { code: "notFolder", folder: request.origin };
    const refusal = await this.#check(origin);
    if (refusal) return refusal;
    const program = await this.#options.findGit().catch(() => undefined);
    if (program === undefined) return { code: "noGit" };
    const id = createHash("sha256").update(this.#options.newId()).digest("hex").slice(0, 8);
    const place = this.placeOf(id);
    await fs.promises.mkdir(this.#options.place, { recursive: true, mode: 0o700 });
    await fs.promises.mkdir(place, { mode: 0o700 });
    const remove = async (): Promise<void> => {
      const record = readRecord(place);
      await removePlace(place);
      if (record) await detachWorktree(program, record);
      await removeFolder(place);
    };
    try {
      const made = await withStoreLock(place, async () => {
        const filled = await fill({ origin, program, place });
        if ("code" in filled) return filled;
        const { started, leftOut } = filled;
        const begun = await new IsolatedStores({ program, place, record: started }).begin(signal);
        signal.throwIfAborted();
        const record: IsolationRecord = {
          ...started,
          ...begun,
          state: "ready",
          leftOut: leftOut.slice(0, maxLeftOut),
          leftOutCount: leftOut.length,
        };
        writeRecord(place, record);
        return this.#describe(record);
      });
      if ("code" in made) await remove();
      return made;
    } catch (error) {
      const refusal = explainFailure(request, error, {
        isFull: await hasNoSpace(place),
        limit: this.#options.maxBytes(),
      });
      await remove();
      return refusal;
    }
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
    if (!record?.worktree || program === undefined || !fs.existsSync(record.worktree.top)) return undefined;
    return describeBranch(program, record, record.worktree);
  }

  updateWorktree(id: string): Promise<UpdateOutcome> {
    return this.#exclusive(id, async (_, record, place, program) =>
      record.worktree ? updateWorktree(program, place, record, record.worktree, this.#options.now()) : { kind: "gone" },
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
      return work(new IsolatedStores({ program, place, record }), record, place, program);
    });
  }

  /**
   * Finishes what another window left when it ended, which can happen at any time. Call under the lock of the folder.
   */
  async #recover(place: string, program: string | undefined): Promise<void> {
    const recovered = await recoverLocked(place, program, this.#options.now());
    if (recovered) this.#recovered.fire(recovered);
  }

  async #check(origin: string): Promise<IsolationRefusal | undefined> {
    if (await this.#isTooWide(origin)) return { code: "homeOrRoot", folder: origin };
    const roots = await Promise.all(
      this.#options.allowedRoots().map((root) => fs.promises.realpath(root).catch(() => undefined)),
    );
    return roots.some((root) => root !== undefined && isBelow(root, origin))
      ? undefined
      : { code: "notAllowed", folder: origin };
  }

  /** Returns true for a folder that contains the home folder or our storage. */
  async #isTooWide(folder: string): Promise<boolean> {
    const home = await fs.promises.realpath(os.homedir()).catch(() => os.homedir());
    return isBelow(folder, home) || isBelow(folder, this.#options.place);
  }

  #describe(record: IsolationRecord): IsolatedFolder {
    const { id, kind, origin, createdAt, discardedAt, leftOut, leftOutCount, worktree, attempt, rules, mounts } =
      record;
    const place = this.placeOf(id);
    const [root, folder] = [getAppliedFolder(record), getWorkFolder(place, record)];
    const repositories = record.repositories?.map((_, index) => getRepositoryPlace(place, index));
    return {
      id,
      kind,
      origin,
      root,
      createdAt,
      discardedAt,
      leftOut,
      leftOutCount,
      worktree,
      attempt,
      rules,
      mounts,
      folder,
      repositories,
    };
  }

  /** Returns the folder of an id. Any text as the id leads to a folder directly below our own. */
  placeOf(id: string): string {
    return path.join(this.#options.place, path.basename(id));
  }
}
