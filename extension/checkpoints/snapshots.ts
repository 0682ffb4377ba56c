import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { PrivateGit } from "../git/privateGit.ts";
import { statExisting } from "../storage/regularFiles.ts";
import { listEmptyFolders } from "./emptyFolders.ts";
import { findIgnored, isIgnoreFile } from "./ignoredThen.ts";
import { type Candidate, listCandidates } from "./listCandidates.ts";
import { copyIndex, seedIndex } from "./seedIndex.ts";
import {
  emptySideList,
  formatSideList,
  type Gap,
  type LineCounts,
  parseBatch,
  parseLineCounts,
  parseRawDiff,
  parseSideList,
  parseTree,
  type SideList,
  type TreeChange,
  type TreeFile,
} from "./snapshotModel.ts";
import { readExcludes, type WorkTree } from "./workTree.ts";

export interface SnapshotLimits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  /** Patterns of ignored files that count all the same. */
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

export interface SnapshotComparison {
  readonly changes: readonly TreeChange[];
  readonly ignored: readonly string[];
}

/** More files than a workspace may have. */
export class TooManyFiles extends Error {}

/** Number of new contents above which they go into one pack instead of a file each. */
const minPacked = 500;

/** Maximum number of paths on a command line. */
const maxPaths = 100;

const indexPrefix = "index-of-";

const ordinaryMode = 0o666 & ~process.umask();
const executableMode = 0o777 & ~process.umask();

/**
 * Takes and compares snapshots of one folder. Call `take` only under the lock of the store. A snapshot is a tree in git with two entries: the
 * files, and the side list.
 */
export class Snapshots {
  readonly #options: SnapshotsOptions;
  #last: { readonly id: string; readonly side: SideList } | undefined;

  constructor(options: SnapshotsOptions) {
    this.#options = options;
  }

  /**
   * Takes a snapshot. Rejects with `TooManyFiles`, when git fails, and when the call is aborted; then nothing changed.
   */
  async take(signal?: AbortSignal): Promise<Snapshot> {
    const { git, program, tree, limits } = this.#options;
    const { maxFileBytes, maxFiles, include } = limits();
    const excludes = await readExcludes(program, tree);
    await git.prepare(excludes);
    const last = await this.#findIndex();
    const index = path.join(git.folder, `new-index.${process.pid}.${randomUUID()}`);
    try {
      if (last) await copyIndex(last.file, index);
      else if (!(await seedIndex(program, git, tree, index))) await git.run(["read-tree", "--empty"], { index });
      const { prefix } = tree;
      const [{ files, gone, gaps }, foundFolders, before] = await Promise.all([
        listCandidates({ program, git, index, prefix, include, maxFileBytes, signal }),
        listEmptyFolders(git, index, prefix, signal),
        last && this.readSideList(last.id),
      ]);
      if (files.length > maxFiles) throw new TooManyFiles();
      const update = async (how: readonly string[], names: readonly string[]): Promise<void> => {
        if (names.length === 0) return;
        const input = names.map((name) => `${name}\0`).join("");
        await git.run(["update-index", "-z", ...how, "--stdin"], { index, input, signal, isPacked: names.length > minPacked });
      };
      await update(["--force-remove"], gone);
      const paths = files.map((file) => file.path);
      // A file that vanished meanwhile is removed.
      await update(["--add", "--remove", "--replace"], paths);
      // Git lists a folder as empty only once the index has no file in it.
      const emptyFolders = gone.length === 0 ? foundFolders : await listEmptyFolders(git, index, prefix, signal);
      const changing = await findChanging(git.workTree, files, prefix);
      const modes = await this.#modes(before, files, gone, index);
      const side: SideList = { modes, emptyFolders, gaps: [...gaps, ...changing], excludes };
      const isSame = last && before && paths.length + gone.length === 0 && formatSideList(before) === formatSideList(side);
      const id = isSame ? last.id : await this.#write(index, side);
      await fs.promises.rename(index, path.join(git.folder, `${indexPrefix}${id}`));
      if (last && last.id !== id) await fs.promises.rm(last.file, { force: true });
      this.#last = { id, side };
      return { id, gaps: side.gaps };
    } finally {
      await Promise.all([index, `${index}.lock`].map((file) => fs.promises.rm(file, { force: true })));
    }
  }

  get git(): PrivateGit {
    return this.#options.git;
  }

  /** Returns the id of the newest snapshot, whose objects the next one needs. */
  async findCurrent(): Promise<string | undefined> {
    return (await this.#findIndex())?.id;
  }

  /** Removes what a crash left behind. */
  async sweep(): Promise<void> {
    const { folder } = this.#options.git;
    const isLeft = (name: string): boolean => /^(?:rules-|new-index\.|.*\.lock$|.*tmp_(?:obj|pack|idx|rev)_)/.test(name);
    for (const name of ["", "objects/pack", "objects"]) {
      const entries = await fs.promises.readdir(path.join(folder, name)).catch(() => []);
      for (const entry of entries.filter(isLeft)) await fs.promises.rm(path.join(folder, name, entry), { recursive: true, force: true });
    }
  }

  /** Finds the index of the newest snapshot. Its name holds the snapshot's id; after a crash there may be two, and each is right. */
  async #findIndex(): Promise<{ readonly file: string; readonly id: string } | undefined> {
    const { folder } = this.#options.git;
    const name = (await fs.promises.readdir(folder)).find((each) => each.startsWith(indexPrefix) && !each.endsWith(".lock"));
    return name === undefined ? undefined : { file: path.join(folder, name), id: name.slice(indexPrefix.length) };
  }

  /**
   * Returns the files that differ between two snapshots, sorted. `ignored`: files that only one of the two has because the ignore rules of the other
   * leave them out.
   */
  async compare(before: string, after: string): Promise<SnapshotComparison> {
    if (before === after) return { changes: [], ignored: [] };
    const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", `${before}:files`, `${after}:files`];
    const changes = parseRawDiff((await this.#options.git.run(args)).toString("utf8"));
    const [one, other] = await Promise.all([this.readSideList(before), this.readSideList(after)]);
    if (one.excludes === other.excludes && !changes.some(({ path: name }) => isIgnoreFile(name))) return { changes, ignored: [] };
    const missing = (side: "before" | "after"): readonly string[] => changes.flatMap((change) => (change[side] === undefined ? [change.path] : []));
    const [then, later] = await Promise.all([this.#findIgnored(before, one, missing("before")), this.#findIgnored(after, other, missing("after"))]);
    const ignored = new Set([...then, ...later]);
    return { changes: changes.filter(({ path: name }) => !ignored.has(name)), ignored: [...ignored] };
  }

  async #findIgnored(id: string, { excludes }: SideList, paths: readonly string[]): Promise<ReadonlySet<string>> {
    if (paths.length === 0) return new Set();
    const { git, program, tree } = this.#options;
    const all = parseTree((await git.run(["ls-tree", "-r", "-z", "--full-tree", `${id}:files`])).toString("utf8"));
    const files = new Map([...all].filter(([name]) => isIgnoreFile(name)));
    return findIgnored(program, git.folder, tree, { files, excludes, readBlob: (blob) => this.readBlob(blob) }, paths);
  }

  /** Returns the numbers of lines that two snapshots differ by, by path; undefined for a binary file. */
  async countLines(before: string, after: string): Promise<ReadonlyMap<string, LineCounts | undefined>> {
    if (before === after) return new Map();
    const options = ["-r", "-z", "--numstat", "--no-renames", "--no-ext-diff", "--no-textconv"];
    return parseLineCounts((await this.#options.git.run(["diff-tree", ...options, `${before}:files`, `${after}:files`])).toString("utf8"));
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

  /** Stores a content, and returns the name of its blob. */
  async store(content: Uint8Array): Promise<string> {
    return (await this.#options.git.run(["hash-object", "-w", "--no-filters", "--stdin"], { input: content })).toString("utf8").trim();
  }

  async readSideList(id: string): Promise<SideList> {
    if (this.#last?.id === id) return this.#last.side;
    return parseSideList((await this.#options.git.run(["cat-file", "blob", `${id}:side`])).toString("utf8"));
  }

  /** Returns the contents of some blobs by name. */
  async readBlobs(blobs: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const output = await this.#options.git.run(["cat-file", "--batch"], { input: blobs.map((blob) => `${blob}\n`).join("") });
    return parseBatch(output);
  }

  /** Returns the content of a blob. */
  readBlob(blob: string): Promise<Buffer> {
    return this.#options.git.run(["cat-file", "blob", blob]);
  }

  async #write(index: string, side: SideList): Promise<string> {
    const { git, tree } = this.#options;
    const files = await this.#writeFiles(index, tree.prefix);
    const list = (await git.run(["hash-object", "-w", "--stdin"], { input: formatSideList(side) })).toString("utf8").trim();
    return (await git.run(["mktree"], { input: `040000 tree ${files}\tfiles\n100644 blob ${list}\tside\n` })).toString("utf8").trim();
  }

  async #writeFiles(index: string, prefix: string): Promise<string> {
    const { git } = this.#options;
    const isEmpty = (await git.run(["ls-files", "-z", "--", prefix === "" ? "." : prefix], { index })).length === 0;
    const args = isEmpty ? ["mktree"] : ["write-tree", ...(prefix === "" ? [] : [`--prefix=${prefix}`])];
    return (await git.run(args, { index })).toString("utf8").trim();
  }

  /** Returns the unusual permissions of all files, from those of the last snapshot and the files that changed since. */
  async #modes(before: SideList | undefined, files: readonly Candidate[], gone: readonly string[], index: string): Promise<ReadonlyMap<string, number>> {
    const { git, tree } = this.#options;
    const modes = new Map((before ?? emptySideList).modes);
    const own = (name: string): string => name.slice(tree.prefix.length);
    const note = (name: string, stats: fs.Stats): void => {
      const mode = stats.mode & 0o7777;
      if (stats.isFile() && mode !== ordinaryMode && mode !== executableMode) modes.set(own(name), mode);
      else modes.delete(own(name));
    };
    for (const name of gone) modes.delete(own(name));
    if (before) for (const { path: name, stats } of files) note(name, stats);
    else {
      const all = (await git.run(["ls-files", "-z", "--", tree.prefix === "" ? "." : tree.prefix], { index })).toString("utf8").split("\0").filter(Boolean);
      for (const name of all) {
        const stats = statExisting(path.join(git.workTree, name));
        if (stats) note(name, stats);
      }
    }
    return modes;
  }
}

/** Finds the files that changed while they were read. */
async function findChanging(workTree: string, files: readonly Candidate[], prefix: string): Promise<readonly Gap[]> {
  const changing: Gap[] = [];
  for (const { path: name, stats } of files) {
    const now = await fs.promises.lstat(path.join(workTree, name)).catch(() => undefined);
    if (now?.mtimeMs !== stats.mtimeMs || now.size !== stats.size || now.ino !== stats.ino)
      changing.push({ path: name.slice(prefix.length), reason: "changing" });
  }
  return changing;
}
