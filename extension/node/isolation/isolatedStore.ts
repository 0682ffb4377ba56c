import fs from "node:fs";
import path from "node:path";
import type { ApplyStep, IsolatedChange, IsolatedFile } from "../../core/conversations/isolationPorts.ts";
import { readDiskFile } from "../checkpoints/disk/readDiskFile.ts";
import { isInside } from "../checkpoints/index/paths.ts";
import { readJournal, removeJournal, setJournalAside, writeJournal } from "../checkpoints/restore/journalFile.ts";
import { openStaging } from "../checkpoints/restore/openRestore.ts";
import { Restore, type RestoreOutcome, type RestoreRefusal } from "../checkpoints/restore/restore.ts";
import type { JournalRestore } from "../checkpoints/restore/restoreAll.ts";
import { RestoreFiles } from "../checkpoints/restore/restoreFiles.ts";
import { createOperations, type Operation, sameFile } from "../checkpoints/restore/restoreModel.ts";
import type { TreeChange, TreeFile } from "../checkpoints/snapshotModel.ts";
import { readBlobs } from "../checkpoints/snapshots/readBlobs.ts";
import { Snapshots } from "../checkpoints/snapshots/snapshots.ts";
import { PrivateGit } from "../git/privateGit.ts";
import { findRepository } from "../git/worktrees.ts";
import { staysInside } from "./insidePaths.ts";
import { maxFiles } from "./outcomes.ts";
import {
  getAppliedFolder,
  getMountFolder,
  getMountPlace,
  getSnapshotFolder,
  getTopFolder,
  type IsolationRecord,
} from "./record.ts";

/** Maximum size in bytes of a file that is compared and applied; a restore reads contents whole. */
const maxFileBytes = 256 * 1024 * 1024;
/** Maximum size in bytes of a content that is shown or merged. */
const maxTextBytes = 4 * 1024 * 1024;

export interface StoreOptions {
  /** Path of git. */
  readonly program: string;
  readonly place: string;
  readonly record: IsolationRecord;
  /** Index of a mount; undefined for the folder itself. */
  readonly mount?: number;
}

/** Steps in the original folder, and those that undo them. */
export interface ApplyPlan {
  readonly operations: readonly Operation[];
  readonly back: readonly Operation[];
}

/**
 * The snapshots of an isolated folder or of a mount, and its changes in the folder that it was made from. Call under
 * the lock of the folder.
 */
export class IsolatedStore {
  readonly #base: string | undefined;
  readonly #last: string | undefined;
  /** The folder to which changes are applied. */
  readonly #origin: string;
  /** Folder of the snapshots, journals and notes. */
  readonly place: string;
  /** The folder of which snapshots are taken. */
  readonly root: string;
  readonly snapshots: Snapshots;

  constructor({ program, place, record, mount: index }: StoreOptions) {
    const mount = index === undefined ? undefined : record.mounts?.[index];
    this.#base = (mount ?? record).base;
    this.#last = (mount ?? record).last;
    this.#origin = mount?.origin ?? getAppliedFolder(record);
    this.place = mount && index !== undefined ? getMountPlace(place, index) : place;
    const root = mount ? getMountFolder(place, record, mount) : getSnapshotFolder(place, record);
    this.root = root;
    const top = mount ? root : getTopFolder(place, record);
    // Only a repository of the folder itself counts, never one around our storage.
    const found = findRepository(root);
    const repository = found?.top === top ? found : undefined;
    const git = new PrivateGit(
      program,
      path.join(this.place, "store"),
      record.state === "discarded" || !fs.existsSync(top) ? place : top,
    );
    const tree = { root, top, prefix: mount || record.worktree ? "" : record.prefix, repository };
    const limits = { maxFileBytes, maxFiles, include: [], configFolders: [] };
    this.snapshots = new Snapshots({ program, git, tree, limits: () => limits });
  }

  /** Returns the snapshot to compare: a new one, or the last one of a discarded folder. */
  async takeLast(): Promise<{ readonly id: string; readonly gaps: readonly string[] }> {
    if (this.#last !== undefined) return { id: this.#last, gaps: [] };
    const { id, gaps } = await this.snapshots.take();
    return { id, gaps: gaps.map((gap) => gap.path) };
  }

  /** Returns the files that changed since the beginning, each with its state in the original folder. */
  async listChanges(last: string): Promise<readonly IsolatedChange[]> {
    const base = this.#base;
    if (base === undefined) return [];
    const counting = this.snapshots.countLines(base, last).catch(() => this.snapshots.health.noteDamage());
    const [{ changes }, lines] = await Promise.all([this.snapshots.compare(base, last), counting]);
    const origin = new RestoreFiles(this.#origin, this.snapshots);
    const disk = await origin.read(changes.map((change) => change.path));
    const blobs = changes.flatMap(({ before, after }) => [before, after].flatMap((file) => (file ? [file.blob] : [])));
    // By few processes of git, whatever their number. One that is lost keeps nothing from the others.
    const contents = await readBlobs(this.snapshots.git, blobs, maxTextBytes).catch(() => this.#readEach(blobs));
    const found: IsolatedChange[] = [];
    for (const change of changes) {
      const counted = lines?.get(change.path);
      found.push({
        ...(await this.#describe(change, disk.get(change.path), contents)),
        ...(counted ? { lines: counted } : {}),
      });
    }
    return found;
  }

  async #readEach(blobs: readonly string[]): Promise<ReadonlyMap<string, Uint8Array | "tooLarge">> {
    const found = new Map<string, Uint8Array | "tooLarge">();
    for (const blob of blobs)
      for (const [name, content] of await readBlobs(this.snapshots.git, [blob], maxTextBytes).catch(() => []))
        found.set(name, content);
    return found;
  }

  async #describe(
    { path: name, before, after }: TreeChange,
    disk: TreeFile | undefined | null,
    contents: ReadonlyMap<string, Uint8Array | "tooLarge">,
  ): Promise<IsolatedChange> {
    const mine =
      disk === null ? undefined : disk && describeFile(disk, await readDiskFile(this.#origin, name, maxTextBytes));
    const [base, theirs] = [before, after].map((file) => file && describeFile(file, contents.get(file.blob)));
    const isLeadingOut =
      after?.kind === "link" && !(theirs?.text !== undefined && staysInside(path.posix.dirname(name), theirs.text));
    const isBlocked = disk === null || isLeadingOut || !isInside(name);
    return { path: name, base, mine, theirs, ...(isBlocked ? { isBlocked } : {}) };
  }

  /** Plans steps in the original folder. Returns a refusal where a file of the original is not as its step expects. */
  async plan(last: string, steps: readonly ApplyStep[]): Promise<ApplyPlan | RestoreRefusal> {
    const origin = this.#origin;
    const theirs = await this.snapshots.find(
      last,
      steps.map((step) => step.path),
    );
    const side = await this.snapshots.readSideList(last);
    const changes: TreeChange[] = [];
    const [modesNow, modesAfter] = [new Map<string, number>(), new Map(side.modes)];
    for (const { path: name, expected, text } of steps) {
      const before = expected && { blob: expected.blob, kind: expected.kind };
      // Stores the present content, which is restored if a later step fails.
      if (before) {
        const content = await readDiskFile(origin, name);
        const stored = content && (await this.snapshots.store(content));
        if (stored !== before.blob) return { kind: "rolledBack", path: name, reason: "changed" };
      }
      const own = theirs.get(name);
      const kind =
        own?.kind === "executable" || (own === undefined && before?.kind === "executable") ? "executable" : "file";
      const after =
        text === undefined
          ? own
          : { blob: await this.snapshots.store(Buffer.from(text, "utf8")), kind: kind as TreeFile["kind"] };
      if (sameFile(before, after)) continue;
      changes.push({ path: name, before, after });
      const mode = before && (await readMode(origin, name));
      if (mode === undefined) continue;
      modesNow.set(name, mode);
      // A file keeps the permissions that it has in the original.
      if (after?.kind === before?.kind) modesAfter.set(name, mode);
    }
    const [now, after] = [{ modes: modesNow }, { modes: modesAfter }];
    const back = changes.map(
      ({ path: name, before, after: next }): TreeChange => ({ path: name, before: next, after: before }),
    );
    return { operations: createOperations(changes, now, after), back: createOperations(back, after, now) };
  }

  /** Returns the steps that undo the last apply; undefined if there is none. */
  async readUndo(): Promise<readonly Operation[] | undefined> {
    const found = await readJournal(this.#undoFolder);
    return found === "damaged" ? undefined : found?.operations;
  }

  /** Notes the steps that undo an apply, or removes an earlier note. Each step checks its file when it is undone. */
  async noteUndo(id: string, operations: readonly Operation[]): Promise<void> {
    if ((await readJournal(this.#undoFolder)) === "damaged") await setJournalAside(this.#undoFolder);
    if (operations.length === 0) return removeJournal(this.#undoFolder);
    await fs.promises.mkdir(this.#undoFolder, { recursive: true, mode: 0o700 });
    await writeJournal(this.#undoFolder, { id, operations, createFolders: [], removeFolders: [], modes: [] });
  }

  /**
   * Returns a restore of the original folder: everything is staged and a journal written before the first file moves.
   */
  toRestore(id: string, operations: readonly Operation[]): Pick<JournalRestore, "store" | "restore" | "journal"> {
    return {
      store: this.place,
      restore: this.#restore(),
      journal: { id, operations, createFolders: [], removeFolders: [], modes: [] },
    };
  }

  get #undoFolder(): string {
    return path.join(this.place, "undo");
  }

  /** Finishes an apply that a crash interrupted; undefined if there was none. */
  async recover(): Promise<RestoreOutcome | undefined> {
    await this.snapshots.health.sweep();
    return this.#restore().recover();
  }

  #restore(): Restore {
    const origin = this.#origin;
    return new Restore({
      files: new RestoreFiles(origin, this.snapshots),
      folder: this.place,
      staging: openStaging(this.place, origin),
    });
  }
}

/** Returns the permission bits of a file; undefined for anything else. */
async function readMode(folder: string, name: string): Promise<number | undefined> {
  const stats = await fs.promises.lstat(path.join(folder, name)).catch(() => undefined);
  return stats?.isFile() ? stats.mode & 0o7777 : undefined;
}

/** Decodes UTF-8; undefined for other bytes. */
function describeFile({ blob, kind }: TreeFile, content: Uint8Array | "tooLarge" | undefined): IsolatedFile {
  const text = content === undefined || content === "tooLarge" ? undefined : decode(content);
  return { blob, kind, ...(text === undefined ? {} : { text }) };
}

function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    // A byte order mark stays part of the text.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
