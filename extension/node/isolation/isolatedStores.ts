import fs from "node:fs";
import path from "node:path";
import type { ApplyStep, IsolatedChange } from "../../core/conversations/isolationPorts.ts";
import { createLinkTest, statItself } from "../checkpoints/disk/compareDisk.ts";
import type { RestoreOutcome } from "../checkpoints/restore/restore.ts";
import { commitPrefix, type JournalRestore, restoreJournals } from "../checkpoints/restore/restoreAll.ts";
import type { Operation } from "../checkpoints/restore/restoreModel.ts";
import { listChangedIgnored, noteIgnored } from "./ignoredFiles.ts";
import { type ApplyPlan, IsolatedStore, type StoreOptions } from "./isolatedStore.ts";
import { getFilesFolder, getWorkFolder, type IsolationRecord, type MountRecord } from "./record.ts";

/** A part of an isolated folder. `prefix`: its place with "/" at the end; empty for the folder itself. */
interface Part {
  readonly store: IsolatedStore;
  readonly prefix: string;
  readonly mount: MountRecord | undefined;
}

/** Snapshots of all parts, as one text and as their record keeps them, and the files that are in none of them. */
export interface LastSnapshots {
  readonly last: string;
  readonly others: readonly string[];
  readonly mounts: Pick<IsolationRecord, "mounts">;
  readonly own: string;
}

/**
 * The stores of an isolated folder and of its mounts. Paths are relative to the folder; those below a mount belong to
 * its store alone. Call under the lock of the folder.
 */
export class IsolatedStores {
  readonly #record: IsolationRecord;
  readonly #place: string;
  readonly #work: string;
  readonly #parts: readonly Part[];

  constructor(options: Omit<StoreOptions, "mount">) {
    const { record, place } = options;
    this.#record = record;
    this.#place = place;
    this.#work = getWorkFolder(place, record);
    const mounts = (record.mounts ?? []).map(
      (mount, index): Part => ({
        store: new IsolatedStore({ ...options, mount: index }),
        prefix: `${mount.path}/`,
        mount,
      }),
    );
    this.#parts = [{ store: new IsolatedStore(options), prefix: "", mount: undefined }, ...mounts];
  }

  /** Takes the snapshots of the beginning. */
  async begin(signal: AbortSignal): Promise<Pick<IsolationRecord, "base" | "mounts">> {
    const bases: string[] = [];
    for (const { store } of this.#parts) {
      await fs.promises.mkdir(store.place, { recursive: true, mode: 0o700 });
      bases.push((await store.snapshots.take(signal, true)).id);
    }
    await this.noteIgnored();
    return { base: bases[0], ...this.#withMounts((mount, index) => ({ ...mount, base: bases[index + 1] })) };
  }

  /** Notes the state of all files, so that later changes of those that no snapshot contains are noticed. */
  async noteIgnored(): Promise<void> {
    for (const part of this.#parts) {
      const { place, root } = part.store;
      if (fs.existsSync(root)) await noteIgnored(place, this.#getTop(part), root);
    }
  }

  /** Returns the folder whose files a part looks at: a conversation can also write beside its own folder. */
  #getTop({ store, mount }: Part): string {
    return mount ? store.root : getFilesFolder(this.#place);
  }

  /** Returns true if somebody removed the files. */
  get isGone(): boolean {
    return this.#record.state !== "discarded" && !fs.existsSync(this.#work);
  }

  /**
   * Takes the snapshots to compare; those of a discarded folder, and of one that somebody removed, are its last ones. A
   * mount whose folder is gone or was replaced is one of the others.
   */
  async takeLast(): Promise<LastSnapshots> {
    const ids: string[] = [];
    const others: string[] = [];
    for (const part of this.#parts) {
      const { store, prefix, mount } = part;
      const isLost =
        this.isGone || (mount !== undefined && this.#record.state !== "discarded" && !this.#isFolder(mount.path));
      if (isLost && mount) others.push(mount.path);
      // Only the result of the last comparison is left.
      const kept = async (): Promise<string> =>
        (await store.snapshots.findCurrent()) ?? (mount ?? this.#record).base ?? "";
      const { id, gaps } = isLost ? { id: await kept(), gaps: [] } : await store.takeLast();
      ids.push(id);
      const ignored =
        isLost || this.#record.state === "discarded"
          ? []
          : await listChangedIgnored(store.place, this.#getTop(part), store.root, store.snapshots, id);
      others.push(...[...gaps, ...ignored].filter((name) => this.#isOf(part, name)).map((name) => `${prefix}${name}`));
    }
    const mounts = this.#withMounts((mount, index) => ({ ...mount, last: ids[index + 1] }));
    return { last: ids.join(" "), others: [...new Set(others)].sort(), mounts, own: ids[0] ?? "" };
  }

  /** Returns the files that changed since the beginning, each with its state in its original folder. */
  async listChanges(last: string): Promise<readonly IsolatedChange[]> {
    const ids = last.split(" ");
    const all: IsolatedChange[] = [];
    for (const [index, part] of this.#parts.entries()) {
      const changes = (await part.store.listChanges(ids[index] ?? "")).filter(({ path: name }) =>
        this.#isOf(part, name),
      );
      all.push(
        ...changes.map((change) => ({
          ...change,
          path: `${part.prefix}${change.path}`,
          ...(part.mount?.isReadOnly ? { isBlocked: true } : {}),
        })),
      );
    }
    return all;
  }

  /** Applies steps to the original folders, all or none. Changes nothing where a file is not as its step expects. */
  async apply(last: string, steps: readonly ApplyStep[], newId: () => string): Promise<RestoreOutcome> {
    const ids = last.split(" ");
    const plans: ApplyPlan[] = [];
    for (const [index, part] of this.#parts.entries()) {
      const own = steps.filter(
        ({ path: name }) => name.startsWith(part.prefix) && this.#isOf(part, name.slice(part.prefix.length)),
      );
      const wrong = part.mount?.isReadOnly ? own[0] : undefined;
      if (wrong) return { kind: "rolledBack", path: wrong.path, reason: "outside" };
      const inPart = own.map((step) => ({ ...step, path: step.path.slice(part.prefix.length) }));
      const plan = await part.store.plan(ids[index] ?? "", inPart);
      if ("kind" in plan) return { ...plan, path: `${part.prefix}${plan.path}` };
      plans.push(plan);
    }
    const operations = plans.map((plan) => plan.operations);
    return this.#run(operations, newId, (at) => plans[at]?.back ?? []);
  }

  /** Returns the paths of the last apply, if it can be undone. */
  async listApplied(): Promise<readonly string[]> {
    const noted = await this.#readUndo();
    return this.#parts.flatMap(({ prefix }, at) => (noted[at] ?? []).map((operation) => `${prefix}${operation.path}`));
  }

  /** Undoes the last apply, all or nothing; "refused" if a file changed since then. Undefined if there is none. */
  async undo(newId: () => string): Promise<RestoreOutcome | undefined> {
    const noted = await this.#readUndo();
    return noted.every((each) => each.length === 0) ? undefined : this.#run(noted, newId, () => []);
  }

  /**
   * Finishes an apply that a crash interrupted; undefined if there was none. Parts that differ in their outcome are
   * reported as partial.
   */
  async recover(): Promise<RestoreOutcome | undefined> {
    const outcomes: RestoreOutcome[] = [];
    for (const part of this.#parts) {
      const outcome = await part.store.recover();
      if (outcome) outcomes.push(toOuter(outcome, (name) => `${part.prefix}${name}`));
    }
    // The journals that named it are gone.
    for (const name of await fs.promises.readdir(this.#place))
      if (name.startsWith(commitPrefix)) await fs.promises.rm(path.join(this.#place, name), { force: true });
    const isTakenBack = outcomes.every(({ kind }) => kind === "rolledBack");
    // Notes of an earlier apply would undo that one in place of the last.
    if (!isTakenBack) for (const { store } of this.#parts) await store.noteUndo("", []);
    if (outcomes.length === 0) return undefined;
    const failed = outcomes.find(({ kind }) => kind !== "done");
    if (!failed)
      return { kind: "done", different: outcomes.flatMap((each) => (each.kind === "done" ? each.different : [])) };
    if (failed.kind === "rolledBack" && isTakenBack)
      return { ...failed, kept: outcomes.flatMap((each) => (each.kind === "rolledBack" ? (each.kept ?? []) : [])) };
    return failed.kind === "rolledBack" ? { ...failed, kind: "partial", notBack: [failed.path] } : failed;
  }

  #readUndo(): Promise<readonly (readonly Operation[])[]> {
    return Promise.all(this.#parts.map(async ({ store }) => (await store.readUndo()) ?? []));
  }

  /** Carries out the steps of each part, and notes those that undo them. */
  async #run(
    operations: readonly (readonly Operation[])[],
    newId: () => string,
    undo: (at: number) => readonly Operation[],
  ): Promise<RestoreOutcome> {
    const parts = this.#parts.flatMap(({ store, prefix }, at): JournalRestore[] => {
      const own = operations[at] ?? [];
      return own.length === 0 ? [] : [{ ...store.toRestore(newId(), own), toName: (name) => `${prefix}${name}` }];
    });
    const onDone = async (): Promise<void> => {
      try {
        for (const [at, { store }] of this.#parts.entries()) await store.noteUndo(newId(), undo(at));
      } catch {
        // The files are in place, so a note that cannot be written, as on a full disk, is no failure. Notes that remain
        // would undo another apply.
        for (const { store } of this.#parts) await store.noteUndo(newId(), []).catch(() => {});
      }
    };
    return restoreJournals(parts, { newId, onDone });
  }

  #withMounts(change: (mount: MountRecord, index: number) => MountRecord): Pick<IsolationRecord, "mounts"> {
    const { mounts } = this.#record;
    return mounts ? { mounts: mounts.map(change) } : {};
  }

  /** Returns true if a path of the folder itself lies in no mount; a path of a mount always belongs to it. */
  #isOf({ mount }: Part, name: string): boolean {
    return (
      mount !== undefined ||
      !(this.#record.mounts ?? []).some(
        ({ path: place }) => name === place || name.startsWith(`${place}/`) || name === `${place}/`,
      )
    );
  }

  /** Returns true for a folder that no link leads to. */
  #isFolder(name: string): boolean {
    return !createLinkTest(this.#work)(name) && statItself(path.join(this.#work, name))?.isDirectory() === true;
  }
}

function toOuter(outcome: RestoreOutcome, rename: (name: string) => string): RestoreOutcome {
  if (outcome.kind === "done") return { ...outcome, different: outcome.different.map(rename) };
  return outcome.kind === "partial"
    ? { ...outcome, path: rename(outcome.path), notBack: outcome.notBack.map(rename) }
    : {
        ...outcome,
        path: rename(outcome.path),
        ...(outcome.kind === "rolledBack" && outcome.kept ? { kept: outcome.kept.map(rename) } : {}),
      };
}
