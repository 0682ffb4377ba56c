import type { ConversationAccess } from "../../core/conversation/ports/participant.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { type Checkpoint, type CheckpointId, isListed } from "../../shared/contract/changes/checkpoints.ts";
import { listFolderSpellings, withoutOverlaps } from "./disk/folderPaths.ts";
import type { FolderStores } from "./folderStores.ts";
import { toRelative } from "./index/paths.ts";
import { joinPoints, mergeLogs } from "./points/joinPoints.ts";
import { OwnWrites } from "./points/ownWrites.ts";
import type { Point, PointCause } from "./points/point.ts";
import type { PointLog } from "./points/pointLog.ts";
import { findShared } from "./points/sharedPoints.ts";

export interface ConversationPointsOptions {
  readonly conversation: ConversationAccess;
  readonly stores: FolderStores;
  /** Returns the workspace folders of the window. */
  readonly workspaceFolders: () => readonly string[];
  readonly now: () => number;
  readonly newId: () => string;
  /** Names this extension host. */
  readonly run: string;
  readonly logger: Pick<Logger, "error">;
}

/** A checkpoint that is being taken. */
export interface BegunCheckpoint {
  readonly id: CheckpointId;
  readonly cause: PointCause;
  /** Makes its point in a folder, which is not in the log. */
  make(folder: string, part: Pick<Point, "uncovered">): Point;
  /** Makes its point in a folder, and adds it to the log there. */
  add(
    log: Pick<PointLog, "add">,
    folder: string,
    part: Pick<Point, "snapshot" | "uncovered" | "ignored">,
  ): Promise<Point>;
}

/**
 * The points of one conversation in the logs of its folders, with the turn that runs and the files that the user saved
 * meanwhile.
 */
export class ConversationPoints {
  readonly #options: ConversationPointsOptions;
  readonly #changed: Emitter<Checkpoint | undefined>;
  #turn: string | undefined;
  /** Absolute paths that the user saved and that no log has, each with the number of the save. */
  readonly #saved = new Map<string, number>();
  #saves = 0;
  /** The files that the calls of the conversation can have written since the last point. */
  readonly writes: OwnWrites;
  /** The last points, by folder. */
  readonly #last = new Map<string, Point>();

  constructor(options: ConversationPointsOptions) {
    this.#options = options;
    this.writes = new OwnWrites(() =>
      options.conversation.state().background.some(({ kind }) => kind === "command" || kind === "other"),
    );
    this.#changed = new Emitter((error) =>
      options.logger.error(`a listener of the checkpoints failed: ${getErrorMessage(error)}`),
    );
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /** The folder of the conversation, and the others of the window. */
  get folders(): readonly string[] {
    return withoutOverlaps(this.paths);
  }

  /** Paths of the folders; several can lead to one. */
  get paths(): readonly string[] {
    return [this.#options.conversation.state().folder, ...this.#options.workspaceFolders()];
  }

  /** The one of the folders that contains the folder of the conversation. */
  get own(): string | undefined {
    const { folder } = this.#options.conversation.state();
    return this.folders.find(
      (each) => each === folder || toRelative(listFolderSpellings(each, this.paths), folder) !== undefined,
    );
  }

  /** Id of the message whose turn runs. */
  get turn(): string | undefined {
    return this.#turn;
  }

  /** Notes the message whose turn begins; undefined at the end of a turn. */
  noteTurn(prompt: string | undefined): void {
    this.#turn = prompt;
  }

  /** Notes a file or folder that the user saved, created, renamed or deleted in the editor. */
  noteSave(path: string): void {
    if (this.#turn !== undefined) this.#saved.set(path, ++this.#saves);
  }

  /**
   * Returns the files in a folder that the user saved during a turn and that no log has yet, relative to the folder.
   */
  listUnrecordedSaves(folder: string): readonly string[] {
    return this.#listInside(folder, this.#saved).map(({ name }) => name);
  }

  /** Returns the last point that was taken in a folder. */
  getLast(folder: string): Point | undefined {
    return this.#last.get(folder);
  }

  /**
   * Returns whether anything of the conversation runs beside its turns, an agent included, whose calls are noted only
   * in a turn.
   */
  #hasBackground(): boolean {
    return this.#options.conversation.state().background.some(({ kind }) => kind !== "schedule");
  }

  /** Begins a checkpoint. */
  begin(cause: PointCause): BegunCheckpoint {
    if (cause.kind === "message") this.#turn = cause.prompt;
    const turn = this.#turn;
    if (cause.kind === "turnEnd") this.#turn = undefined;
    // Previews are removed earlier than other points.
    const saved: ReadonlyMap<string, number> = cause.kind === "preview" ? new Map() : new Map(this.#saved);
    const own = cause.kind === "preview" ? undefined : this.writes.take();
    const common = { ...this.#makeCommon(cause), turn, ...(this.#hasBackground() ? { background: true } : {}) };
    return {
      id: common.id,
      cause,
      make: (folder, part) => ({ ...common, folder, ...part }),
      add: async (log, folder, part) => {
        const inside = this.#listInside(folder, saved);
        const written = own && { own: this.#nameInside(folder, own) };
        const point: Point = {
          ...common,
          folder,
          ...part,
          ...written,
          ...(inside.length > 0 ? { saved: inside.map(({ name }) => name) } : {}),
        };
        await log.add(point);
        // A file that was saved again meanwhile belongs to the next point.
        for (const { path } of inside) if (this.#saved.get(path) === saved.get(path)) this.#saved.delete(path);
        return point;
      },
    };
  }

  /** Makes the point that cancels a checkpoint in a folder. */
  makeCancelled(checkpoint: CheckpointId, folder: string): Point {
    return { ...this.#makeCommon({ kind: "cancelled", checkpoint }), folder };
  }

  /** Notes the points of a checkpoint, and returns it. */
  note(points: readonly Point[]): Checkpoint {
    for (const point of points) this.#last.set(point.folder, point);
    const [checkpoint] = joinPoints(points);
    // Previews are not listed.
    if (points.some(({ cause }) => cause.kind !== "preview")) this.#changed.fire(checkpoint);
    return (
      checkpoint ?? {
        id: this.#options.newId() as CheckpointId,
        at: this.#options.now(),
        cause: { kind: "preview" },
        folders: [],
      }
    );
  }

  /** Tells listeners that the checkpoints are other ones. */
  noteChange(): void {
    this.#changed.fire(undefined);
  }

  async list(): Promise<readonly Checkpoint[]> {
    const points = await this.#readAll();
    const shared = this.findShared(points);
    return joinPoints(points.filter((point) => this.isOwn(point) || shared.has(point))).filter(({ cause }) =>
      isListed(cause),
    );
  }

  /** Returns those of the points that this conversation shares, because it is a copy of another one. */
  findShared(points: readonly Point[]): ReadonlySet<Point> {
    return findShared(points, (point) => this.isOwn(point), this.#options.conversation.copyOf?.());
  }

  async before(prompt: string): Promise<Checkpoint | undefined> {
    const points = await this.#readAll();
    return joinPoints(points.filter(({ cause }) => cause.kind === "message" && cause.prompt === prompt)).at(-1);
  }

  /** Returns true for a point of this conversation. */
  isOwn({ conversation, session }: Point): boolean {
    const { id, state } = this.#options.conversation;
    return conversation === id || (session !== undefined && session === state().sessionId);
  }

  #makeCommon(cause: PointCause) {
    const { conversation, now, newId, run } = this.#options;
    const { sessionId: copyOf, before: copyBefore } = conversation.copyOf?.() ?? {};
    const of = { conversation: conversation.id, session: conversation.state().sessionId, copyOf, copyBefore };
    return { id: newId() as CheckpointId, at: now(), run, ...of, cause };
  }

  #listInside(
    folder: string,
    saved: ReadonlyMap<string, number>,
  ): readonly { readonly path: string; readonly name: string }[] {
    const roots = saved.size === 0 ? [] : listFolderSpellings(folder, this.paths);
    return [...saved.keys()].flatMap((path) => {
      const name = toRelative(roots, path);
      return name === undefined ? [] : [{ path, name }];
    });
  }

  /** Returns the names in a folder of those paths that lie in it. */
  #nameInside(folder: string, paths: readonly string[]): readonly string[] {
    const roots = paths.length === 0 ? [] : listFolderSpellings(folder, this.paths);
    return paths.flatMap((path) => toRelative(roots, path) ?? []);
  }

  async #readAll(): Promise<readonly Point[]> {
    const all = await Promise.all(
      this.folders.map(async (folder) => {
        const found = await this.#options.stores.find(folder);
        // A conversation opened elsewhere knew the folder under another path.
        return typeof found === "string"
          ? []
          : (await (await found.open()).log.read()).map((point) => ({ ...point, folder }));
      }),
    );
    return mergeLogs(all);
  }
}
