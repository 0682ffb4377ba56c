import type { Comparison, DeletedFile, FileState, RecordedFile } from "../../core/conversation/ports/fileHistory.ts";
import type { CheckpointId, UncoveredFile } from "../../shared/contract/changes/checkpoints.ts";
import { compareFolder, type FolderSnapshot, joinComparisons } from "./compareFolder.ts";
import type { ConversationPoints } from "./conversationPoints.ts";
import { listFolderSpellings } from "./disk/folderPaths.ts";
import type { FolderStores } from "./folderStores.ts";
import { toAbsolute, toRelative } from "./index/paths.ts";
import { findBackgroundChanges, findForeignChanges } from "./points/foreignChanges.ts";
import type { Point } from "./points/point.ts";
import { findRecorded, readAllRecorded, readPresent, readRecorded, type SpelledState } from "./recordedFiles.ts";
import { listChanged } from "./snapshots/compareSnapshots.ts";
import { findVersions } from "./snapshots/fileVersions.ts";
import { findUncovered, type ResolvePath } from "./uncoveredFiles.ts";

export interface ConversationStatesOptions {
  readonly points: ConversationPoints;
  readonly stores: FolderStores;
  /** Resolves the links of an absolute path, also those to files that do not exist. */
  readonly resolveRealPath: ResolvePath;
}

/** Maximum number of bytes of a content that is read into memory. Larger files are restored, but not shown. */
const maxReadBytes = 256 * 1024 * 1024;

/** Returns a name as a disk that ignores case and the form of letters compares it. */
const foldCase = (name: string): string => name.normalize("NFC").toLowerCase();

/** Reads and compares the states of the files of one conversation, in all its folders. */
export class ConversationStates {
  readonly #options: ConversationStatesOptions;

  constructor(options: ConversationStatesOptions) {
    this.#options = options;
  }

  async compare(from: FileState, to: FileState): Promise<Comparison> {
    const [before, after] = await Promise.all([this.resolve(from), this.resolve(to)]);
    const parts = before.flatMap((one) => {
      const other = after.find(({ checkpoints }) => checkpoints === one.checkpoints);
      return other ? [compareFolder(one, other.snapshot)] : [];
    });
    return joinComparisons(await Promise.all(parts));
  }

  async changedByOthers(since: CheckpointId): Promise<ReadonlySet<string>> {
    const { points: own } = this.#options;
    const paths = new Set<string>();
    for (const { folder, checkpoints, snapshot } of await this.resolve(since)) {
      const { log, snapshots } = await checkpoints.open();
      const points = await log.read();
      const first = points.find(({ id }) => id === since);
      const ownStart = points.find((point) => own.isOwn(point))?.at ?? Number.POSITIVE_INFINITY;
      // A copy of a conversation shares the checkpoints of the other one up to its own first one.
      const isShared = (point: Point): boolean => point.conversation === first?.conversation && point.at < ownStart;
      const shared = own.findShared(points);
      const isOwn = (point: Point): boolean => own.isOwn(point) || shared.has(point) || isShared(point);
      const { intervals, saved } = findForeignChanges(points, { since, isOwn, running: own.turn });
      const now = intervals.some(({ to }) => to === "disk") ? (await checkpoints.take()).id : "";
      const pairs = new Map(
        intervals.map((each) => [
          `${each.from} ${each.to} ${each.own?.join("\0")}`,
          { ...each, to: each.to === "disk" ? now : each.to },
        ]),
      );
      const listAll = async (): Promise<readonly string[]> =>
        listChanged(snapshots, snapshot, (await checkpoints.take()).id);
      for (const { from, to, own: written = [] } of pairs.values()) {
        const fold = snapshots.git.ignoresCase ? foldCase : (name: string): string => name;
        const isWritten = new Set(written.map(fold));
        const changed = listChanged(snapshots, from, to).then((names) =>
          names.filter((name) => !isWritten.has(fold(name))),
        );
        // Without a snapshot between, as after a clean-up by another window, nothing is known to be the conversation's
        // own.
        for (const name of await changed.catch(listAll)) paths.add(toAbsolute(folder, name));
      }
      const byUser = [...saved, ...own.listUnrecordedSaves(folder)];
      for (const name of byUser) paths.add(toAbsolute(folder, name));
      // The user can create, rename or delete a folder too.
      const isBelow = (name: string): boolean => byUser.some((one) => name.startsWith(`${one}/`));
      if (byUser.length > 0) for (const name of await listAll()) if (isBelow(name)) paths.add(toAbsolute(folder, name));
    }
    return paths;
  }

  async changedInBackground(since: CheckpointId): Promise<ReadonlySet<string>> {
    const { points: own } = this.#options;
    const paths = new Set<string>();
    for (const { folder, checkpoints } of await this.resolve(since)) {
      const { log, snapshots } = await checkpoints.open();
      const points = await log.read();
      const shared = own.findShared(points);
      const isOwn = (point: Point): boolean => own.isOwn(point) || shared.has(point);
      for (const { from, to } of findBackgroundChanges(points, { since, isOwn, running: own.turn })) {
        const later = to === "disk" ? (await checkpoints.take()).id : to;
        for (const name of await listChanged(snapshots, from, later).catch(() => []))
          paths.add(toAbsolute(folder, name));
      }
    }
    return paths;
  }

  async findUncovered(id: CheckpointId, paths: readonly string[]): Promise<readonly UncoveredFile[]> {
    const { points, resolveRealPath } = this.#options;
    return paths.length === 0
      ? []
      : findUncovered({ folders: points.folders, states: await this.resolve(id), paths, resolveRealPath });
  }

  async findDeleted(since: CheckpointId): Promise<readonly DeletedFile[]> {
    const { points: own } = this.#options;
    const all = await Promise.all(
      (await this.resolve(since)).map(async ({ folder, checkpoints, snapshot }) => {
        const { log, snapshots } = await checkpoints.open();
        const points = await log.read();
        const at = points.findIndex(({ id }) => id === since);
        // A checkpoint within a turn has no record of its own.
        const point = points
          .slice(0, at + 1)
          .findLast((each) => each.ignored !== undefined && (each.id === since || own.isOwn(each)));
        const deleted =
          point?.ignored === undefined ? [] : await snapshots.findDeleted(point.ignored, snapshot).catch(() => []);
        return deleted.map(({ path, ...rest }): DeletedFile => ({ path: toAbsolute(folder, path), ...rest }));
      }),
    );
    return all.flat();
  }

  async findVersions(path: string): Promise<ReadonlyMap<CheckpointId, string | undefined>> {
    const { points, stores } = this.#options;
    const versions = new Map<CheckpointId, string | undefined>();
    const listed = await points.list();
    for (const folder of points.folders) {
      const checkpoints = await stores.find(folder);
      const name = toRelative(listFolderSpellings(folder, points.paths), path);
      if (typeof checkpoints === "string" || name === undefined) continue;
      const { snapshots } = await checkpoints.open();
      const covered = listed.flatMap(({ id, folders }) =>
        folders.flatMap((part) =>
          part.folder === folder && part.snapshot !== undefined ? [{ id, snapshot: part.snapshot }] : [],
        ),
      );
      const found = await findVersions(snapshots.git, [...new Set(covered.map(({ snapshot }) => snapshot))], name);
      for (const { id, snapshot } of covered) if (found.has(snapshot)) versions.set(id, found.get(snapshot));
    }
    return versions;
  }

  async read(state: FileState, path: string, maxBytes = maxReadBytes): Promise<Uint8Array | "tooLarge" | undefined> {
    const { points } = this.#options;
    if (state === "disk") return readPresent(points.paths, path, maxBytes);
    return readRecorded(await this.#resolveSpelled(state), path, maxBytes);
  }

  async readAll(
    id: CheckpointId,
    paths: readonly string[],
    maxBytes: number,
  ): Promise<ReadonlyMap<string, Uint8Array | "tooLarge">> {
    return readAllRecorded(await this.#resolveSpelled(id), paths, maxBytes);
  }

  async find(id: CheckpointId, paths: readonly string[]): Promise<ReadonlyMap<string, RecordedFile>> {
    return findRecorded(paths.length === 0 ? [] : await this.#resolveSpelled(id), paths, this.#options.resolveRealPath);
  }

  async #resolveSpelled(state: FileState): Promise<readonly SpelledState[]> {
    const { paths } = this.#options.points;
    return (await this.resolve(state)).map((each) => ({ ...each, spellings: listFolderSpellings(each.folder, paths) }));
  }

  /** Returns the snapshots of a state. Rejects if there is no such checkpoint. */
  async resolve(state: FileState): Promise<readonly FolderSnapshot[]> {
    const { points, stores } = this.#options;
    const found: FolderSnapshot[] = [];
    let isKnown = state === "disk";
    for (const folder of points.folders) {
      const checkpoints = await stores.find(folder);
      if (typeof checkpoints === "string") continue;
      if (state === "disk") {
        found.push({ folder, checkpoints, snapshot: (await checkpoints.take()).id });
        continue;
      }
      const point = (await (await checkpoints.open()).log.read()).find(({ id }) => id === state);
      if (point) isKnown = true;
      if (point?.snapshot !== undefined) found.push({ folder, checkpoints, snapshot: point.snapshot });
    }
    if (!isKnown) throw new Error("the checkpoint no longer exists");
    return found;
  }
}
