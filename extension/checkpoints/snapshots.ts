import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { PrivateGit } from "../git/privateGit.ts";
import { canSyncFileSystem, syncFileSystem } from "../processes/durable.ts";
import { lookAgain, mayBeEmptied } from "./disk/diskChanges.ts";
import { type Candidate, type Candidates, listCandidates } from "./disk/listCandidates.ts";
import { ListingMemo } from "./disk/listingMemo.ts";
import { getParents, isIgnoreFile } from "./disk/paths.ts";
import { ExcludesReader, type WorkTree } from "./disk/workTree.ts";
import { findIgnored } from "./ignoredThen.ts";
import { GitIndex, type IndexEntry } from "./index/gitIndex.ts";
import { IndexFiles, type SnapshotIndex } from "./index/indexFiles.ts";
import { minPacked, recordFiles } from "./index/recordFiles.ts";
import { copyIndex, type SeededIndex, seedIndex } from "./index/seedIndex.ts";
import {
  formatSideList,
  formatTree,
  type Gap,
  type LineCounts,
  parseLineCounts,
  parseRawDiff,
  parseSideList,
  parseTree,
  reverseChange,
  type SideList,
  type SnapshotComparison,
  type TreeFile,
} from "./snapshotModel.ts";
import { sweepStore } from "./store/storeFiles.ts";
import { minPackedTrees, storeTrees } from "./store/storeTrees.ts";

export interface SnapshotLimits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  /** Patterns of ignored files that are covered nevertheless. */
  readonly include: readonly string[];
}

export interface SnapshotsOptions {
  /** Path of git. */
  readonly program: string;
  readonly git: PrivateGit;
  readonly tree: WorkTree;
  readonly limits: () => SnapshotLimits;
}

/** The state of a workspace folder at a moment. */
export interface Snapshot {
  /** Names the content: equal states have equal ids. */
  readonly id: string;
  /** Files that are not part of it. */
  readonly gaps: readonly Gap[];
}

/** More files than a workspace may have. */
export class TooManyFiles extends Error {}

/** Makes git count no lines of a file of more than 32 MB, which takes long. */
const largeAsBinary = ["-c", "core.bigFileThreshold=32m"];

/** Maximum number of paths on a command line. */
const maxPaths = 100;

/** Number of side lists that are kept in memory: those of a rewind, of its preview and of the state before it. */
const maxSides = 4;

/**
 * Takes and compares snapshots of one folder. Call `take` only under the lock of the store. A snapshot is a tree in git with two entries: the
 * files, and the side list.
 */
export class Snapshots {
  readonly #options: SnapshotsOptions;
  /** Side lists by snapshot, the one used last at the end. */
  readonly #sides = new Map<string, SideList>();
  #compared: { readonly before: string; readonly after: string; readonly comparison: SnapshotComparison } | undefined;

  readonly #excludes: ExcludesReader;
  readonly #indexes: IndexFiles;
  readonly #listings = new ListingMemo();

  constructor(options: SnapshotsOptions) {
    this.#options = options;
    this.#indexes = new IndexFiles(options.git.folder);
    this.#excludes = new ExcludesReader(options.program, options.tree);
  }

  /**
   * Takes a snapshot. Rejects with `TooManyFiles`, when git fails, and when the call is aborted; then nothing changed.
   */
  async take(signal?: AbortSignal): Promise<Snapshot> {
    const { git, tree } = this.#options;
    const began = Date.now();
    const index = path.join(git.folder, `new-index.${process.pid}.${randomUUID()}`);
    const last = await this.#indexes.open();
    try {
      const created = last ? undefined : await this.#createIndex(index, signal);
      const entries = last?.entries ?? new GitIndex(index);
      const [{ listed, excludes }, before] = await Promise.all([
        this.#list(last ?? { file: index, entries }, signal),
        last && this.readSideList(last.id),
        // Most trees of a repository stay as they are.
        created?.isSeeded && storeTrees(git, index, { isSyncedLater: await canSyncFileSystem(), signal }),
      ]);
      const { files, gone, gaps } = listed;
      if (last && before && files.length + gone.length === 0 && formatSideList(before) === formatSideList({ ...listed, modes: before.modes, excludes })) {
        // From here on, none of its files is as new as the index.
        await this.#indexes.renew(last, began);
        return { id: last.id, gaps };
      }
      if (last) await copyIndex(last.file, index);
      const isSyncedLater = (!last || files.length > minPacked) && (await canSyncFileSystem());
      await recordFiles(git, { file: index, isEmpty: entries.count === 0 }, listed, { isSyncedLater, signal });
      // Git lists a folder as empty only once the index has no file in it.
      const emptyFolders = mayBeEmptied(git.workTree, gone)
        ? (await this.#list({ file: index, entries: new GitIndex(index) }, signal)).listed.emptyFolders
        : listed.emptyFolders;
      const isStored = created?.isSeeded && files.length + gone.length === 0;
      const storing = async (): Promise<string> => {
        if (!isStored && (!last || hasManyFolders(files, gone))) await storeTrees(git, index, { isSyncedLater, signal });
        return this.#writeFiles(index, isSyncedLater);
      };
      const modesBefore = before?.modes ?? created?.modes ?? new Map();
      // Git builds trees on another core while the files are looked at here.
      const [stored, { changing, modes }] = await Promise.all([storing(), lookAgain(git.workTree, { files, gone, before: modesBefore }, tree.prefix)]);
      const side: SideList = { modes, folderModes: listed.folderModes, emptyFolders, gaps: [...gaps, ...changing], excludes };
      const id = await this.#write(stored, side);
      if (isSyncedLater && !(await syncFileSystem(git.folder))) throw new Error("the checkpoint could not be made durable");
      await this.#indexes.replace(last, index, id, began);
      if (last && listed.hasSameNames) this.#listings.rename(nameListing(last.id, excludes), nameListing(id, excludes));
      else this.#listings.forget();
      this.#keepSide(id, side);
      return { id, gaps: side.gaps };
    } finally {
      await Promise.all([index, `${index}.lock`].map((file) => fs.promises.rm(file, { force: true })));
    }
  }

  /** Creates the index of the first snapshot: that of the user's repository where possible, else an empty one. */
  async #createIndex(index: string, signal: AbortSignal | undefined): Promise<SeededIndex & { readonly isSeeded: boolean }> {
    const { git, program, tree } = this.#options;
    await git.prepare(await this.#excludes.read());
    const seeded = await seedIndex(program, git, tree, index, signal);
    if (!seeded) await git.run(["read-tree", "--empty"], { index });
    return { modes: seeded?.modes ?? new Map(), isSeeded: seeded !== undefined };
  }

  /** Lists the files that differ from an index, by the present ignore rules. */
  async #list({ file: index, entries, id }: ListedIndex, signal?: AbortSignal): Promise<{ readonly listed: Candidates; readonly excludes: string }> {
    const { git, program, tree, limits } = this.#options;
    const { maxFileBytes, maxFiles, include } = limits();
    // They hardly ever change, so listing starts with the known ones while they are read.
    const asked = this.#excludes.read();
    const assumed = git.readExcludes() ?? (await asked);
    const list = async (excludes: string): Promise<Candidates> => {
      await git.prepare(excludes);
      const memo = id === undefined ? undefined : { listings: this.#listings, key: nameListing(id, excludes) };
      return listCandidates({ program, git, index, entries, memo, prefix: tree.prefix, include, maxFileBytes, signal });
    };
    const [found, excludes] = await Promise.all([list(assumed), asked]);
    const listed = excludes === assumed ? found : await list(excludes);
    if (listed.count > maxFiles) throw new TooManyFiles();
    return { listed, excludes };
  }

  get git(): PrivateGit {
    return this.#options.git;
  }

  /** Returns the id of the newest snapshot, whose objects the next one needs. */
  async findCurrent(): Promise<string | undefined> {
    return this.#indexes.findId();
  }

  /** Removes files that a crash left behind. Call under the lock of the store. */
  sweep(): Promise<void> {
    return sweepStore(this.#options.git);
  }

  /**
   * Returns the files that differ between two snapshots, sorted. `ignored`: files that only one of the two has because the ignore rules of the other
   * leave them out.
   */
  async compare(before: string, after: string): Promise<SnapshotComparison> {
    if (before === after) return { changes: [], ignored: [] };
    const known = this.#compared;
    if (known?.before === before && known.after === after) return known.comparison;
    if (known?.before === after && known.after === before) return { changes: known.comparison.changes.map(reverseChange), ignored: known.comparison.ignored };
    const comparison = await this.#compare(before, after);
    // Below a larger repository, the rules above the folder count as they are now.
    if (this.#options.tree.prefix === "") this.#compared = { before, after, comparison };
    return comparison;
  }

  async #compare(before: string, after: string): Promise<SnapshotComparison> {
    const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", `${before}:files`, `${after}:files`];
    const changes = parseRawDiff((await this.#options.git.run(args)).toString("utf8"));
    const [one, other] = await Promise.all([this.readSideList(before), this.readSideList(after)]);
    if (one.excludes === other.excludes && !changes.some(({ path: name }) => isIgnoreFile(name))) return { changes, ignored: [] };
    const missing = (side: "before" | "after"): readonly string[] => changes.flatMap((change) => (change[side] === undefined ? [change.path] : []));
    const [then, later] = await Promise.all([this.findIgnored(before, missing("before")), this.findIgnored(after, missing("after"))]);
    const ignored = new Set([...then, ...later]);
    return { changes: changes.filter(({ path: name }) => !ignored.has(name)), ignored: [...ignored] };
  }

  /** Returns those of the paths that the ignore rules of a snapshot leave out. */
  async findIgnored(id: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
    if (paths.length === 0) return new Set();
    const { excludes } = await this.readSideList(id);
    const { git, program, tree } = this.#options;
    // Only the rules of the folders above a path concern it.
    const above = new Set(paths.flatMap((name) => getParents(name)));
    const files = await this.find(id, [".gitignore", ...[...above].map((folder) => `${folder}/.gitignore`)]);
    return findIgnored(program, git.folder, tree, { files, excludes, readBlob: (blob) => this.readBlob(blob) }, paths);
  }

  /** Returns the numbers of lines that two snapshots differ by, by path; undefined for a binary file. */
  async countLines(before: string, after: string): Promise<ReadonlyMap<string, LineCounts | undefined>> {
    if (before === after) return new Map();
    const options = ["-r", "-z", "--numstat", "--no-renames", "--no-ext-diff", "--no-textconv"];
    return parseLineCounts((await this.#options.git.run([...largeAsBinary, "diff-tree", ...options, `${before}:files`, `${after}:files`])).toString("utf8"));
  }

  /** Returns the files that a snapshot has at these paths. */
  async find(id: string, paths: readonly string[]): Promise<ReadonlyMap<string, TreeFile>> {
    if (paths.length === 0) return new Map();
    // Many paths are longer than a command line may be.
    const meant = paths.length > maxPaths ? [] : ["--", ...paths];
    const all = parseTree((await this.#options.git.run(["ls-tree", "-r", "-z", "--full-tree", `${id}:files`, ...meant])).toString("utf8"));
    if (meant.length > 0) return all;
    const names = new Set(paths);
    return new Map([...all].filter(([name]) => names.has(name)));
  }

  /** Returns what the newest snapshot recorded of these paths, where it tells by the stats of a file what that contains. Call under the lock of the store. */
  async findRecorded(paths: readonly string[]): Promise<ReadonlyMap<string, IndexEntry>> {
    const { prefix } = this.#options.tree;
    const entries = await this.#indexes.find(new Set(paths.map((name) => prefix + name)));
    return new Map(entries.map((entry) => [entry.path.slice(prefix.length), entry]));
  }

  /** Stores a content, and returns the name of its blob. */
  store(content: Uint8Array): Promise<string> {
    return this.#options.git.store("blob", content);
  }

  async readSideList(id: string): Promise<SideList> {
    const side = this.#sides.get(id) ?? parseSideList((await this.#options.git.run(["cat-file", "blob", `${id}:side`])).toString("utf8"));
    this.#keepSide(id, side);
    return side;
  }

  #keepSide(id: string, side: SideList): void {
    this.#sides.delete(id);
    this.#sides.set(id, side);
    for (const oldest of [...this.#sides.keys()].slice(0, -maxSides)) this.#sides.delete(oldest);
  }

  /** Returns the content of a blob. Rejects with `TooMuchOutput` if it is longer than `maxBytes`, or than git may print. */
  readBlob(blob: string, maxBytes?: number): Promise<Buffer> {
    return this.#options.git.run(["cat-file", "blob", blob], { maxBytes });
  }

  /** Stores a snapshot of the tree `files`, and returns its id. */
  async #write(files: string, side: SideList): Promise<string> {
    const { git } = this.#options;
    const list = await git.store("blob", formatSideList(side));
    return git.store(
      "tree",
      formatTree([
        { mode: "40000", name: "files", id: files },
        { mode: "100644", name: "side", id: list },
      ]),
    );
  }

  async #writeFiles(index: string, isSyncedLater: boolean): Promise<string> {
    const { git, tree } = this.#options;
    if (new GitIndex(index).count === 0) return git.store("tree", "");
    // Objects that are borrowed are not looked for.
    const args = ["write-tree", "--missing-ok", ...(tree.prefix === "" ? [] : [`--prefix=${tree.prefix}`])];
    return (await git.run(args, { index, isWriting: true, isSyncedLater })).toString("utf8").trim();
  }
}

/** Returns true if files lie in more folders than get a tree of their own. */
function hasManyFolders(files: readonly Candidate[], gone: readonly string[]): boolean {
  if (files.length + gone.length <= minPackedTrees) return false;
  return new Set([...gone, ...files.map(({ path: name }) => name)].map((name) => path.posix.dirname(name))).size > minPackedTrees;
}

/** An index to compare with; of a snapshot, or new. */
type ListedIndex = Pick<SnapshotIndex, "file" | "entries"> & Partial<Pick<SnapshotIndex, "id">>;

/** Names what a listing of git depends on, besides the folders and the ignore files in them. */
function nameListing(id: string, excludes: string): string {
  return `${id} ${excludes}`;
}
