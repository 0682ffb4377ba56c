import type {
  Comparison,
  DeletedFile,
  FileHistory,
  FileState,
  RecordedFile,
  RestoreResult,
  RestoreStep,
} from "../../core/conversation/ports/fileHistory.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type {
  Checkpoint,
  CheckpointCause,
  CheckpointId,
  UncoveredFile,
  UncoveredReason,
} from "../../shared/contract/changes/checkpoints.ts";
import { type BegunCheckpoint, ConversationPoints, type ConversationPointsOptions } from "./conversationPoints.ts";
import { ConversationStates, type ConversationStatesOptions } from "./conversationStates.ts";
import type { FolderCheckpoints } from "./folderCheckpoints.ts";
import type { OwnWrites } from "./points/ownWrites.ts";
import type { Point, PointCause } from "./points/point.ts";
import { describeRecovered } from "./recoveredRestores.ts";
import { hasJournal } from "./restore/leftRestore.ts";

export interface ConversationFilesOptions extends ConversationPointsOptions, Omit<ConversationStatesOptions, "points"> {
  /** Returns whether checkpoints are taken after the calls of the conversation. */
  readonly isFollowingCalls?: () => boolean;
}

export interface TakeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Returns the reason why a snapshot that is complete does not count, if something happened while it was taken. */
  readonly spoiled?: () => UncoveredReason | undefined;
  /**
   * True if the conversation has certainly changed no file since its last checkpoint, whose snapshot then serves again.
   */
  readonly isUnchanged?: boolean;
}

/**
 * Causes of checkpoints that only record, for which a store at its limit has no room. The others, but for moments, are
 * needed to go back to what is recorded.
 */
const recording: ReadonlySet<PointCause["kind"]> = new Set(["message", "call", "turnEnd", "manual"]);

/** Causes of checkpoints with which the names of the ignored files are recorded. */
const naming: ReadonlySet<PointCause["kind"]> = new Set(["message", "manual"]);

/** The states of the files of one conversation: of its folder, and of the workspace folders of its window. */
export class ConversationFiles implements FileHistory {
  readonly #options: ConversationFilesOptions;
  readonly #points: ConversationPoints;
  readonly #states: ConversationStates;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: ConversationFilesOptions) {
    this.#options = options;
    this.#points = new ConversationPoints(options);
    this.#states = new ConversationStates({ ...options, points: this.#points });
  }

  onDidChange(listener: (taken?: Checkpoint) => void): () => void {
    const subscription = this.#points.onDidChange(listener);
    return () => subscription.dispose();
  }

  get isFollowingCalls(): boolean {
    const { isFollowingCalls = () => true } = this.#options;
    const { own } = this.#points;
    // Without a point of the folder, the first one is still being taken.
    return isFollowingCalls() && own !== undefined && this.#points.getLast(own)?.uncovered === undefined;
  }

  /** The files that the calls of the conversation can have written since its last point. */
  get writes(): OwnWrites {
    return this.#points.writes;
  }

  /** Notes a file or folder that the user saved, created, renamed or deleted in the editor. */
  noteSave(path: string): void {
    this.#points.noteSave(path);
  }

  /** Notes the message whose turn begins, undefined at the end of a turn, where no checkpoint is taken for that. */
  noteTurn(prompt: string | undefined): void {
    this.#points.noteTurn(prompt);
  }

  list(): Promise<readonly Checkpoint[]> {
    return this.#points.list();
  }

  before(prompt: string): Promise<Checkpoint | undefined> {
    return this.#points.before(prompt);
  }

  async take(cause: CheckpointCause, signal?: AbortSignal): Promise<Checkpoint> {
    return this.takeWith(cause, { signal });
  }

  /** Takes a checkpoint like `take`. Checkpoints are taken in the order of the calls. */
  takeWith(cause: CheckpointCause, options: TakeOptions): Promise<Checkpoint> {
    const begun = this.#points.begin(cause);
    return this.#next(async () => {
      options.signal?.throwIfAborted();
      const taken = await Promise.allSettled(
        this.#points.folders.map((folder) => this.#takeFolder(folder, begun, options)),
      );
      if (cause.kind !== "preview") await this.#tellRecovered();
      const failed = taken.find((each) => each.status === "rejected");
      const points = taken.flatMap((each) => (each.status === "fulfilled" ? (each.value ?? []) : []));
      if (!failed) return this.#points.note(points);
      // It was aborted, perhaps after it was complete in one of several folders.
      await this.#cancel(
        [begun.id],
        points.map(({ folder }) => folder),
      );
      throw failed.reason;
    });
  }

  /** Resolves to undefined for a moment at which nothing has changed since the last point. */
  async #takeFolder(
    folder: string,
    begun: BegunCheckpoint,
    { signal, spoiled = () => undefined, isUnchanged = false }: TakeOptions,
  ): Promise<Point | undefined> {
    const { stores } = this.#options;
    const isMoment = begun.cause.kind === "moment";
    const isRecording = isMoment || recording.has(begun.cause.kind);
    const found = await stores.find(folder);
    if (typeof found === "string") return begun.make(folder, { uncovered: found });
    if (isRecording && (await stores.isTooLarge(folder))) return begun.make(folder, { uncovered: "tooManyFiles" });
    try {
      if (recording.has(begun.cause.kind) && !(await stores.hasSpace(found)))
        return begun.make(folder, { uncovered: "noSpace" });
      return await found.exclusive(async ({ snapshots, log }) => {
        const last = this.#points.getLast(folder)?.snapshot;
        const taken =
          isUnchanged && last !== undefined && (await log.has(last))
            ? undefined
            : await snapshots.take(signal, isRecording || !(await log.hasSnapshot()));
        const snapshot = taken?.id ?? last;
        const reason = spoiled();
        const isNaming = taken !== undefined && reason === undefined && naming.has(begun.cause.kind);
        // Without the record, the snapshot is still whole.
        const ignored = isNaming ? await snapshots.recordIgnored(taken, signal).catch(() => undefined) : undefined;
        // A point has a part for each folder.
        if (isMoment && snapshot === last && this.#points.folders.length === 1) return undefined;
        const point = await begun.add(
          log,
          folder,
          reason === undefined ? { snapshot, ignored } : { uncovered: reason },
        );
        if (point.cause.kind === "turnEnd") stores.noteTurnEnd(found);
        // The snapshot itself may have used up the space.
        if (!isMoment) await stores.hasSpace(found);
        return point;
      }, signal);
    } catch (error) {
      return begun.make(folder, { uncovered: await stores.explain(folder, error, signal) });
    }
  }

  compare(from: FileState, to: FileState): Promise<Comparison> {
    return this.#states.compare(from, to);
  }

  changedByOthers(since: CheckpointId): Promise<ReadonlySet<string>> {
    return this.#states.changedByOthers(since);
  }

  changedInBackground(since: CheckpointId): Promise<ReadonlySet<string>> {
    return this.#states.changedInBackground(since);
  }

  findVersions(path: string): Promise<ReadonlyMap<CheckpointId, string | undefined>> {
    return this.#states.findVersions(path);
  }

  findUncovered(id: CheckpointId, paths: readonly string[]): Promise<readonly UncoveredFile[]> {
    return this.#states.findUncovered(id, paths);
  }

  findDeleted(since: CheckpointId): Promise<readonly DeletedFile[]> {
    return this.#states.findDeleted(since);
  }

  find(id: CheckpointId, paths: readonly string[]): Promise<ReadonlyMap<string, RecordedFile>> {
    return this.#states.find(id, paths);
  }

  read(state: FileState, path: string, maxBytes?: number): Promise<Uint8Array | "tooLarge" | undefined> {
    return this.#states.read(state, path, maxBytes);
  }

  readAll(
    id: CheckpointId,
    paths: readonly string[],
    maxBytes: number,
  ): Promise<ReadonlyMap<string, Uint8Array | "tooLarge">> {
    return this.#states.readAll(id, paths, maxBytes);
  }

  restore(
    to: CheckpointId,
    steps: readonly RestoreStep[],
    expected: CheckpointId,
    undo: CheckpointCause,
  ): Promise<RestoreResult> {
    return this.#next(() => this.#restore(to, steps, expected, undo));
  }

  async #restore(
    to: CheckpointId,
    steps: readonly RestoreStep[],
    expected: CheckpointId,
    undo: CheckpointCause,
  ): Promise<RestoreResult> {
    try {
      const [targets, plans] = await Promise.all([this.#states.resolve(to), this.#states.resolve(expected)]);
      const states = plans.flatMap((plan) => {
        const target = targets.find(({ checkpoints }) => checkpoints === plan.checkpoints);
        return target ? [{ ...plan, target: target.snapshot }] : [];
      });
      const { restoreStates } = await import("./restore/restoreStates.ts");
      return await restoreStates(states, steps, { newId: this.#options.newId, points: this.#points, undo });
    } catch (error) {
      return { kind: "refused", reason: "failed", message: getErrorMessage(error) };
    }
  }

  /**
   * Finishes restores that a crash cut off in the folders of the conversation, and tells the user there. Call once its
   * past is read.
   */
  finishInterrupted(): Promise<void> {
    return this.#next(async () => {
      for (const found of await this.#findStores()) if (hasJournal(found.store)) await found.exclusive(async () => {});
      await this.#tellRecovered();
    });
  }

  async #tellRecovered(): Promise<void> {
    const { stores, conversation } = this.#options;
    for (const found of await this.#findStores())
      for (const recovered of stores.takeRecovered(found)) {
        const told = describeRecovered(found.folder, recovered);
        if (told) conversation.notice(...told);
      }
  }

  async #findStores(): Promise<readonly FolderCheckpoints[]> {
    const found = await Promise.all(this.#points.folders.map((folder) => this.#options.stores.find(folder)));
    return found.filter((each) => typeof each !== "string");
  }

  cancel(ids: readonly CheckpointId[]): Promise<void> {
    return this.#next(() => this.#cancel(ids, this.#points.folders));
  }

  async #cancel(ids: readonly CheckpointId[], folders: readonly string[]): Promise<void> {
    const { stores, logger } = this.#options;
    const { cancelIn } = await import("./restore/restoreStates.ts");
    for (const folder of folders) {
      const found = await stores.find(folder);
      if (typeof found === "string") continue;
      const cancelling = cancelIn(found, ids, (id) => this.#points.makeCancelled(id, folder));
      await cancelling.catch((error: unknown) =>
        logger.error(`cancelling a checkpoint failed: ${getErrorMessage(error)}`),
      );
    }
    this.#points.noteChange();
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work, work);
    this.#queue = result.catch(() => {});
    return result;
  }
}
