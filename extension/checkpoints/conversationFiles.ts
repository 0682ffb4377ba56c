import { Emitter } from "../base/emitter.ts";
import { getErrorMessage } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import type { Checkpoint, CheckpointCause, CheckpointId, UncoveredFile, UncoveredReason } from "../contract/changes/checkpoints.ts";
import type { Comparison, FileHistory, FileState, RecordedFile, RestoreResult, RestoreStep } from "../session/fileHistory.ts";
import type { ConversationAccess } from "../session/participant.ts";
import { compareFolder, type FolderState, listChanged } from "./compareFolder.ts";
import { toAbsolute, toRelative, withoutOverlaps } from "./disk/paths.ts";
import type { FolderStores } from "./folderStores.ts";
import { findForeignChanges } from "./foreignChanges.ts";
import { joinPoints, mergeLogs } from "./joinPoints.ts";
import type { Point, PointCause } from "./point.ts";
import { findRecorded, readPresent, readRecorded } from "./recordedFiles.ts";
import { cancelIn, restoreStates } from "./restore/restoreStates.ts";
import { findUncovered, type ResolvePath } from "./uncoveredFiles.ts";

export interface ConversationFilesOptions {
  readonly conversation: ConversationAccess;
  readonly stores: FolderStores;
  /** Returns the workspace folders of the window. */
  readonly workspaceFolders: () => readonly string[];
  /** Resolves the links of an absolute path, also those to files that do not exist. */
  readonly resolveRealPath: ResolvePath;
  readonly now: () => number;
  readonly newId: () => string;
  /** Names this extension host. */
  readonly run: string;
  readonly logger: Pick<Logger, "error">;
  /** Returns whether checkpoints are taken after the calls of the conversation. */
  readonly isFollowingCalls?: () => boolean;
}

export interface TakeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Returns the reason for which the snapshot does not count any more by the time it is complete. */
  readonly spoiled?: () => UncoveredReason | undefined;
  /** True if the conversation has certainly changed no file since its last checkpoint, whose snapshot then serves again. */
  readonly isUnchanged?: boolean;
}

/** Makes the point of a folder in a checkpoint. */
type MakePoint = (folder: string, part: Pick<Point, "snapshot" | "uncovered">) => Point;

/** Maximum number of bytes of a content that is read into memory. Larger files are restored, but not shown. */
const usualMaxReadBytes = 256 * 1024 * 1024;

/** The states of the files of one conversation: of its folder, and of the workspace folders of its window. */
export class ConversationFiles implements FileHistory {
  readonly #options: ConversationFilesOptions;
  readonly #changed: Emitter<Checkpoint | undefined>;
  /** Id of the message whose turn runs. */
  #turn: string | undefined;
  /** Absolute paths that the user saved since the last point. */
  #saved = new Set<string>();
  /** The last points, by folder. */
  readonly #last = new Map<string, Point>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: ConversationFilesOptions) {
    this.#options = options;
    this.#changed = new Emitter((error) => options.logger.error(`a listener of the checkpoints failed: ${getErrorMessage(error)}`));
  }

  onDidChange(listener: (taken?: Checkpoint) => void): () => void {
    const subscription = this.#changed.event(listener);
    return () => subscription.dispose();
  }

  get isFollowingCalls(): boolean {
    const { conversation, isFollowingCalls = () => true } = this.#options;
    const { folder } = conversation.state();
    const own = this.#folders.find((each) => each === folder || toRelative([each], folder) !== undefined);
    // Without a point of the folder, the first one is still being taken.
    return isFollowingCalls() && own !== undefined && this.#last.get(own)?.uncovered === undefined;
  }

  /** Notes a file that the user saved in the editor. */
  noteSave(path: string): void {
    if (this.#turn !== undefined) this.#saved.add(path);
  }

  async list(prompts: ReadonlySet<string> = new Set()): Promise<readonly Checkpoint[]> {
    const isListed = (point: Point): boolean => this.isOwn(point) || (point.turn !== undefined && prompts.has(point.turn));
    const points = await this.#readAll();
    return joinPoints(points.filter((point) => isListed(point) && point.cause.kind !== "preview"));
  }

  async before(prompt: string): Promise<Checkpoint | undefined> {
    const points = await this.#readAll();
    return joinPoints(points.filter(({ cause }) => cause.kind === "message" && cause.prompt === prompt)).at(-1);
  }

  async take(cause: CheckpointCause, signal?: AbortSignal): Promise<Checkpoint> {
    return this.takeWith(cause, { signal });
  }

  /** Takes a checkpoint like `take`. Checkpoints are taken in the order of the calls. */
  takeWith(cause: CheckpointCause, options: TakeOptions): Promise<Checkpoint> {
    const make = this.#begin(cause);
    return this.#next(async () => {
      options.signal?.throwIfAborted();
      return this.#note(await Promise.all(this.#folders.map((folder) => this.#takeFolder(folder, make, options))));
    });
  }

  async #takeFolder(folder: string, make: MakePoint, { signal, spoiled = () => undefined, isUnchanged = false }: TakeOptions): Promise<Point> {
    const { stores } = this.#options;
    const found = await stores.find(folder);
    if (typeof found === "string") return make(folder, { uncovered: found });
    try {
      if (!(await stores.hasSpace(found))) return make(folder, { uncovered: "noSpace" });
      return await found.exclusive(async ({ snapshots, log }) => {
        const again = isUnchanged ? this.#last.get(folder)?.snapshot : undefined;
        const snapshot = again ?? (await snapshots.take(signal)).id;
        const reason = spoiled();
        const point = make(folder, reason === undefined ? { snapshot } : { uncovered: reason });
        await log.add(point);
        if (point.cause.kind === "turnEnd") stores.noteTurnEnd(found);
        // The snapshot itself may have used up the space.
        await stores.hasSpace(found);
        return point;
      }, signal);
    } catch (error) {
      return make(folder, { uncovered: stores.explain(folder, error, signal) });
    }
  }

  async compare(from: FileState, to: FileState): Promise<Comparison> {
    const [before, after] = await Promise.all([this.#resolve(from), this.#resolve(to)]);
    const parts = before.flatMap((one) => {
      const other = after.find(({ checkpoints }) => checkpoints === one.checkpoints);
      return other ? [compareFolder(one, other.snapshot)] : [];
    });
    const all = await Promise.all(parts);
    return { differences: all.flatMap(({ differences }) => differences), uncovered: all.flatMap(({ uncovered }) => uncovered) };
  }

  async changedByOthers(since: CheckpointId): Promise<ReadonlySet<string>> {
    const paths = new Set<string>();
    for (const { folder, checkpoints, snapshot } of await this.#resolve(since)) {
      const { log, snapshots } = await checkpoints.open();
      const points = await log.read();
      const first = points.find(({ id }) => id === since);
      const ownStart = points.find((point) => this.isOwn(point))?.at ?? Number.POSITIVE_INFINITY;
      // A copy of a conversation shares the checkpoints of the other one up to its own first one.
      const isShared = (point: Point): boolean => point.conversation === first?.conversation && point.at < ownStart;
      const { intervals, saved } = findForeignChanges(points, since, (point) => this.isOwn(point) || isShared(point), this.#turn !== undefined);
      const now = intervals.some(({ to }) => to === "disk") ? (await checkpoints.take()).id : "";
      const pairs = new Map(intervals.map(({ from, to }) => [`${from} ${to}`, { from, to: to === "disk" ? now : to }]));
      for (const { from, to } of pairs.values()) {
        // Without a snapshot between, as after a clean-up by another window, nothing is known to be the conversation's own.
        const changed = await listChanged(snapshots, from, to).catch(async () => listChanged(snapshots, snapshot, (await checkpoints.take()).id));
        for (const name of changed) paths.add(toAbsolute(folder, name));
      }
      for (const name of saved) paths.add(toAbsolute(folder, name));
    }
    return paths;
  }

  async findUncovered(id: CheckpointId, paths: readonly string[]): Promise<readonly UncoveredFile[]> {
    const folders = this.#folders;
    return paths.length === 0 ? [] : findUncovered({ folders, states: await this.#resolve(id), paths, resolveRealPath: this.#options.resolveRealPath });
  }

  async find(id: CheckpointId, paths: readonly string[]): Promise<ReadonlyMap<string, RecordedFile>> {
    return findRecorded(paths.length === 0 ? [] : await this.#resolve(id), paths, this.#options.resolveRealPath);
  }

  async read(state: FileState, path: string, maxBytes = usualMaxReadBytes): Promise<Uint8Array | "tooLarge" | undefined> {
    return state === "disk" ? readPresent(this.#folders, path, maxBytes) : readRecorded(await this.#resolve(state), path, maxBytes);
  }

  restore(to: CheckpointId, steps: readonly RestoreStep[], expected: CheckpointId, undo: CheckpointCause): Promise<RestoreResult> {
    return this.#next(() => this.#restore(to, steps, expected, undo));
  }

  async #restore(to: CheckpointId, steps: readonly RestoreStep[], expected: CheckpointId, undo: CheckpointCause): Promise<RestoreResult> {
    try {
      const [targets, plans] = await Promise.all([this.#resolve(to), this.#resolve(expected)]);
      const states = plans.flatMap((plan) => {
        const target = targets.find(({ checkpoints }) => checkpoints === plan.checkpoints);
        return target ? [{ ...plan, target: target.snapshot }] : [];
      });
      return await restoreStates(states, steps, {
        newId: this.#options.newId,
        begin: (cause) => this.#begin(cause),
        makeCancelled: (checkpoint, folder) => this.#makeCancelled(checkpoint, folder),
        note: (points) => this.#note(points),
        undo,
      });
    } catch (error) {
      return { kind: "refused", reason: "failed", message: getErrorMessage(error) };
    }
  }

  cancel(ids: readonly CheckpointId[]): Promise<void> {
    return this.#next(async () => {
      const { stores, logger } = this.#options;
      for (const folder of this.#folders) {
        const found = await stores.find(folder);
        if (typeof found === "string") continue;
        const cancelling = cancelIn(found, ids, (id) => this.#makeCancelled(id, folder));
        await cancelling.catch((error: unknown) => logger.error(`cancelling a checkpoint failed: ${getErrorMessage(error)}`));
      }
      this.#changed.fire(undefined);
    });
  }

  #makeCancelled(checkpoint: CheckpointId, folder: string): Point {
    const { conversation, now, newId, run } = this.#options;
    return { id: newId() as CheckpointId, at: now(), run, conversation: conversation.id, cause: { kind: "cancelled", checkpoint }, folder };
  }

  /** The folder of the conversation, and the others of the window. */
  get #folders(): readonly string[] {
    return withoutOverlaps([this.#options.conversation.state().folder, ...this.#options.workspaceFolders()]);
  }

  /** Returns true for a point of this conversation. */
  isOwn({ conversation, session }: Point): boolean {
    const { id, state } = this.#options.conversation;
    return conversation === id || (session !== undefined && session === state().sessionId);
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work, work);
    this.#queue = result.catch(() => {});
    return result;
  }

  /** Begins a checkpoint. Returns what makes the point of a folder in it. */
  #begin(cause: PointCause): MakePoint {
    const { conversation, now, newId, run } = this.#options;
    if (cause.kind === "message") this.#turn = cause.prompt;
    const turn = this.#turn;
    if (cause.kind === "turnEnd") this.#turn = undefined;
    const saved = [...this.#saved];
    this.#saved.clear();
    const of = { conversation: conversation.id, session: conversation.state().sessionId, copyOf: conversation.copyOf?.() };
    const common = { id: newId() as CheckpointId, at: now(), run, ...of, turn, cause };
    return (folder, part) => {
      const inside = saved.flatMap((path) => toRelative([folder], path) ?? []);
      return { ...common, folder, ...part, ...(inside.length > 0 ? { saved: inside } : {}) };
    };
  }

  #note(points: readonly Point[]): Checkpoint {
    for (const point of points) this.#last.set(point.folder, point);
    const [checkpoint] = joinPoints(points);
    this.#changed.fire(checkpoint);
    return checkpoint ?? { id: this.#options.newId() as CheckpointId, at: this.#options.now(), cause: { kind: "preview" }, folders: [] };
  }

  async #readAll(): Promise<readonly Point[]> {
    const all = await Promise.all(
      this.#folders.map(async (folder) => {
        const found = await this.#options.stores.find(folder);
        // A conversation opened elsewhere knew the folder under another path.
        return typeof found === "string" ? [] : (await (await found.open()).log.read()).map((point) => ({ ...point, folder }));
      }),
    );
    return mergeLogs(all);
  }

  /** Returns the snapshots of a state. Rejects if there is no such checkpoint. */
  async #resolve(state: FileState): Promise<readonly FolderState[]> {
    const found: FolderState[] = [];
    let isKnown = state === "disk";
    for (const folder of this.#folders) {
      const checkpoints = await this.#options.stores.find(folder);
      if (typeof checkpoints === "string") continue;
      if (state === "disk") {
        found.push({ folder, checkpoints, snapshot: (await checkpoints.take()).id });
        continue;
      }
      const point = (await (await checkpoints.open()).log.read()).find(({ id }) => id === state);
      if (point) isKnown = true;
      if (point?.snapshot !== undefined) found.push({ folder, checkpoints, snapshot: point.snapshot });
    }
    if (!isKnown) throw new Error("the checkpoint does not exist any more");
    return found;
  }
}
