import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { canSyncFileSystem, syncFileSystem } from "../../processes/durable.ts";
import { lookAgain, mayBeEmptied } from "../disk/diskChanges.ts";
import { mayLoseModes } from "../disk/folderModes.ts";
import {
  type DeletedEntry,
  findDeletedEntries,
  type IgnoredNames,
  listIgnoredEntries,
  parseIgnoredEntries,
} from "../disk/ignoredEntries.ts";
import { type Candidates, listCandidates } from "../disk/listCandidates.ts";
import { ListingMemo } from "../disk/listingMemo.ts";
import { NestedRules } from "../disk/nestedRules.ts";
import { ExcludesReader } from "../disk/workTree.ts";
import { GitIndex } from "../index/gitIndex.ts";
import type { IndexEntry } from "../index/indexEntry.ts";
import { IndexFiles, type SnapshotIndex } from "../index/indexFiles.ts";
import { formatSideList, type Gap, type RuleRecord, type SideList } from "../snapshotModel.ts";
import { storeTrees } from "../store/storeTrees.ts";
import { minPacked, recordFiles } from "./recordFiles.ts";
import { copyIndex, type SeededIndex, seedIndex } from "./seedIndex.ts";
import { SnapshotReader, type SnapshotReaderOptions } from "./snapshotReader.ts";
import { StoreHealth } from "./storeHealth.ts";
import { hasManyFolders, writeFiles, writeSnapshot } from "./writeSnapshot.ts";

export interface SnapshotLimits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  /** Patterns of ignored files that are covered nevertheless. */
  readonly include: readonly string[];
  /** The configuration folders of `claude`. Inside of the work tree, what it keeps in them is left out. */
  readonly configFolders: readonly string[];
}

export interface SnapshotsOptions extends SnapshotReaderOptions {
  readonly limits: () => SnapshotLimits;
}

/** The state of a workspace folder at a moment. */
export interface Snapshot {
  /** Names the content: equal states have equal ids. */
  readonly id: string;
  /** Files that are not part of it. */
  readonly gaps: readonly Gap[];
  /** Paths that ignore rules left out, and the nested repositories. */
  readonly leftOut: IgnoredNames;
}

/** More files than a workspace may have. */
export class TooManyFiles extends Error {}

/**
 * Takes snapshots of one folder, and reads them. Call `take` only under the lock of the store. A snapshot is a tree in
 * git with two entries: the files, and the side list.
 */
export class Snapshots extends SnapshotReader {
  readonly #options: SnapshotsOptions;
  readonly #excludes: ExcludesReader;
  readonly #nested: NestedRules;
  readonly #indexes: IndexFiles;
  readonly #listings = new ListingMemo();
  /** Damage of the store, and mending it. */
  readonly health: StoreHealth;

  constructor(options: SnapshotsOptions) {
    super(options);
    this.#options = options;
    this.#indexes = new IndexFiles(options.git.folder);
    this.health = new StoreHealth(options.git, this.#indexes);
    const listConfigFolders = (): readonly string[] => options.limits().configFolders;
    this.#excludes = new ExcludesReader(options.program, options.tree.top, listConfigFolders);
    this.#nested = new NestedRules(options.program, options.git.workTree, listConfigFolders);
  }

  /**
   * Takes a snapshot. `isLimited`: of no more files than the limit, as for one that only records; going back to what is
   * recorded needs one of any size. Rejects with `TooManyFiles`, when git fails, and when the call is aborted; then
   * nothing changed.
   */
  async take(signal?: AbortSignal, isLimited = false): Promise<Snapshot> {
    const { git } = this.#options;
    await this.health.mend(signal);
    const began = Date.now();
    const index = path.join(git.folder, `new-index.${process.pid}.${randomUUID()}`);
    const last = await this.#indexes.open();
    try {
      const created = last ? undefined : await this.#createIndex(index, signal);
      const entries = last?.entries ?? new GitIndex(index);
      const [found, before] = await Promise.all([
        this.#list(last ?? { file: index, entries }, signal, isLimited),
        last && this.readSideList(last.id),
        // Most trees of a repository stay as they are.
        created?.isSeeded && storeTrees(git, index, { isSyncedLater: await canSyncFileSystem(), signal }),
      ]);
      const { listed, excludes } = found;
      const sideNow = { ...listed, excludes, rules: this.#toRules(found, listed.ruleFiles) };
      if (
        last &&
        before &&
        listed.files.length + listed.gone.length === 0 &&
        formatSideList(before) === formatSideList({ ...sideNow, modes: before.modes })
      ) {
        // From here on, none of its files is as new as the index.
        await this.#indexes.renew(last, began);
        return { id: last.id, gaps: listed.gaps, leftOut: listed.leftOut };
      }
      if (last) await copyIndex(last.file, index);
      const modes = before?.modes ?? created?.modes ?? new Map();
      return await this.#store({ index, began, last, entries, isSeeded: created?.isSeeded, found, modes, signal });
    } finally {
      await Promise.all([index, `${index}.lock`].map((file) => fs.promises.rm(file, { force: true })));
    }
  }

  /** Stores a snapshot with the files that differ, and lets its index replace that of the last one. */
  async #store({
    index,
    began,
    last,
    entries,
    isSeeded,
    found,
    modes: before,
    signal,
  }: NewSnapshot): Promise<Snapshot> {
    const { git, tree } = this.#options;
    const { listed, excludes, inside } = found;
    const { files, gone, gaps, leftOut } = listed;
    const isSyncedLater = (!last || files.length > minPacked) && (await canSyncFileSystem());
    await recordFiles(git, { file: index, isEmpty: entries.count === 0 }, listed, { isSyncedLater, signal });
    const { emptyFolders, folderModes, ruleFiles } = await this.#listFolders(listed, index, signal);
    const isStored = isSeeded && files.length + gone.length === 0;
    const storing = async (): Promise<string> => {
      if (!isStored && (!last || hasManyFolders(files, gone))) await storeTrees(git, index, { isSyncedLater, signal });
      return writeFiles(this.#options, index, isSyncedLater);
    };
    // Git builds trees on another core while the files are looked at here.
    const [stored, { changing, modes }] = await Promise.all([
      storing(),
      lookAgain(git, { files, gone, before }, tree.prefix),
      this.health.sample(entries, signal),
    ]);
    const rules = this.#toRules(found, ruleFiles);
    const side: SideList = { modes, folderModes, emptyFolders, gaps: [...gaps, ...changing], excludes, rules };
    const id = await writeSnapshot(git, stored, side);
    if (isSyncedLater && !(await syncFileSystem(git.folder)))
      throw new Error("the checkpoint could not be made durable");
    await this.#indexes.replace(last, index, id, began);
    if (last && listed.hasSameNames)
      this.#listings.rename(nameListing(last.id, excludes, inside), nameListing(id, excludes, inside));
    else this.#listings.forget();
    this.keepSide(id, side);
    return { id, gaps: side.gaps, leftOut };
  }

  #toRules({ include, nested }: ListedFiles, files: ReadonlyMap<string, string>): RuleRecord {
    return { prefix: this.#options.tree.prefix, files, include, nested };
  }

  /** Creates the index of the first snapshot: that of the user's repository where possible, else an empty one. */
  async #createIndex(
    index: string,
    signal: AbortSignal | undefined,
  ): Promise<SeededIndex & { readonly isSeeded: boolean }> {
    const { git, program, tree } = this.#options;
    await git.prepare(await this.#excludes.read());
    const seeded = await seedIndex({ program, git, tree, index, signal });
    if (!seeded) await git.run(["read-tree", "--empty"], { index });
    return { modes: seeded?.modes ?? new Map(), isSeeded: seeded !== undefined };
  }

  /** Lists the files that differ from an index, by the present ignore rules. */
  async #list(
    { file: index, entries, id }: ListedIndex,
    signal?: AbortSignal,
    isLimited = false,
  ): Promise<ListedFiles> {
    const { git, program, tree, limits } = this.#options;
    const { maxFileBytes, maxFiles, include } = limits();
    await this.#nested.scan(entries, signal);
    const inside = JSON.stringify([...(await this.#nested.read(this.#nested.present))]);
    // They hardly ever change, so listing starts with the known ones while they are read.
    const asked = this.#excludes.read();
    const assumed = git.readExcludes() ?? (await asked);
    const list = async (excludes: string): Promise<Candidates> => {
      await git.prepare(excludes);
      const key = id === undefined ? undefined : nameListing(id, excludes, inside);
      const memo = key === undefined ? undefined : { listings: this.#listings, key };
      const common = { program, git, nested: this.#nested, index, entries, memo, signal };
      return listCandidates({ ...common, prefix: tree.prefix, include, maxFileBytes });
    };
    const [found, excludes] = await Promise.all([list(assumed), asked]);
    const listed = excludes === assumed ? found : await list(excludes);
    const nested = await this.#nested.read(listed.leftOut.repositories);
    if (isLimited && listed.count > maxFiles) throw new TooManyFiles();
    return { listed, excludes, include, nested, inside };
  }

  /**
   * Returns what was listed with the folders as they are once `index` has the files: git lists a folder as empty, or as
   * one with ignored files alone, only once the index has no file in it.
   */
  async #listFolders(listed: Candidates, index: string, signal?: AbortSignal): Promise<Candidates> {
    const { git, tree } = this.#options;
    const isLess =
      mayBeEmptied(git.workTree, listed.gone) ||
      mayLoseModes(listed.gone, listed.folderModes, tree.prefix, () => new GitIndex(index));
    return isLess ? (await this.#list({ file: index, entries: new GitIndex(index) }, signal)).listed : listed;
  }

  protected override findNewest(): string | undefined {
    return this.#indexes.findId();
  }

  /** Returns the id of the newest snapshot, whose objects the next one needs. */
  async findCurrent(): Promise<string | undefined> {
    return this.#indexes.findId();
  }

  /**
   * Returns what the newest snapshot recorded of these paths, where it tells by the stats of a file what that contains.
   * Call under the lock of the store.
   */
  async findRecorded(paths: readonly string[]): Promise<ReadonlyMap<string, IndexEntry>> {
    const { prefix } = this.#options.tree;
    const entries = await this.#indexes.find(new Set(paths.map((name) => prefix + name)));
    return new Map(entries.map((entry) => [entry.path.slice(prefix.length), entry]));
  }

  /** Stores the names and sizes of what a snapshot left out by ignore rules, and returns the name of the blob. */
  async recordIgnored({ leftOut }: Snapshot, signal?: AbortSignal): Promise<string> {
    const { git, program, tree } = this.#options;
    const index = await this.#indexes.open();
    // A folder of which the snapshot has files can have become a repository.
    if (index) await this.#nested.scan(index.entries, signal, true);
    const { repositories } = this.#nested;
    const source = { ...leftOut, repositories, program, git, nested: this.#nested, prefix: tree.prefix, signal };
    return git.store("blob", JSON.stringify(await listIgnoredEntries(source)));
  }

  /** Returns what of a record of ignored files is gone now, and not part of a snapshot. */
  async findDeleted(record: string, snapshot: string): Promise<readonly DeletedEntry[]> {
    const entries = parseIgnoredEntries((await this.readBlob(record)).toString("utf8"));
    const deleted = await findDeletedEntries(this.#options.tree.root, entries);
    const covered = await this.find(
      snapshot,
      deleted.map(({ path: name }) => name),
    );
    return deleted.filter(({ path: name }) => !covered.has(name));
  }

  /** Stores a content, and returns the name of its blob. */
  store(content: Uint8Array): Promise<string> {
    return this.#options.git.store("blob", content);
  }
}

/** The files that differ from an index, and what decided which files were left out, besides the ignore files. */
interface ListedFiles {
  readonly listed: Candidates;
  readonly excludes: string;
  readonly include: readonly string[];
  /** The patterns of the nested repositories that are listed by their own rules, and of all that were known. */
  readonly nested: ReadonlyMap<string, string>;
  readonly inside: string;
}

/** The parts from which a snapshot is stored. */
interface NewSnapshot {
  /** File of its index, which is still like that of the last snapshot, or like the repository's. */
  readonly index: string;
  readonly began: number;
  readonly last: SnapshotIndex | undefined;
  /** The entries that the files were compared with. */
  readonly entries: GitIndex;
  readonly isSeeded: boolean | undefined;
  readonly found: ListedFiles;
  /** Unusual permissions as they were recorded before. */
  readonly modes: SideList["modes"];
  readonly signal: AbortSignal | undefined;
}

/** An index to compare with; of a snapshot, or new. */
type ListedIndex = Pick<SnapshotIndex, "file" | "entries"> & Partial<Pick<SnapshotIndex, "id">>;

/** Names what a listing of git depends on, besides the folders and the ignore files in them. */
function nameListing(id: string, excludes: string, inside: string): string {
  return `${id} ${excludes} ${inside}`;
}
