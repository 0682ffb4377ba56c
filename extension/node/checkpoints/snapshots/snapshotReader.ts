import path from "node:path";
import type { PrivateGit } from "../../git/privateGit.ts";
import { mayExist, statItself } from "../disk/compareDisk.ts";
import { unknownRules } from "../disk/ruleFiles.ts";
import type { WorkTree } from "../disk/workTree.ts";
import { getParents, isIgnoreFile } from "../index/paths.ts";
import {
  type Gap,
  haveSameRules,
  type LineCounts,
  parseLineCounts,
  parseRawDiff,
  parseSideList,
  parseTree,
  type RuleRecord,
  reverseChange,
  type SideList,
  type SnapshotComparison,
  type TreeChange,
  type TreeFile,
} from "../snapshotModel.ts";
import { findIgnored } from "./ignoredThen.ts";
import { readBlobs } from "./readBlobs.ts";

export interface SnapshotReaderOptions {
  /** Path of git. */
  readonly program: string;
  readonly git: PrivateGit;
  readonly tree: WorkTree;
}

/** Makes git count no lines of a file of more than 32 MB, which takes long. */
const largeAsBinary = ["-c", "core.bigFileThreshold=32m"];

/** Maximum number of paths on a command line. */
const maxPaths = 100;

/** Maximum number of bytes of a file of ignore rules that is read. */
const maxRuleBytes = 16 * 1024 * 1024;

/** Number of side lists that are kept in memory: those of a rewind, of its preview and of the state before it. */
const maxSides = 4;

/** Reads and compares snapshots of one folder. */
export abstract class SnapshotReader {
  readonly #options: SnapshotReaderOptions;
  /** Side lists by snapshot, the one used last at the end. */
  readonly #sides = new Map<string, SideList>();
  #compared: { readonly before: string; readonly after: string; readonly comparison: SnapshotComparison } | undefined;

  constructor(options: SnapshotReaderOptions) {
    this.#options = options;
  }

  get git(): PrivateGit {
    return this.#options.git;
  }

  /** Returns the id of the newest snapshot. */
  protected abstract findNewest(): string | undefined;

  /**
   * Returns the files that differ between two snapshots, sorted. `ignored`: files that only one of the two has because
   * the ignore rules of the other leave them out. `now`: the one that is the present state, by default the newest; what
   * the disk does not have either is certainly missing there.
   */
  async compare(before: string, after: string, now = this.findNewest()): Promise<SnapshotComparison> {
    if (before === after) return { changes: [], ignored: [] };
    const known = this.#compared;
    if (known?.before === before && known.after === after) return known.comparison;
    if (known?.before === after && known.after === before)
      return { changes: known.comparison.changes.map(reverseChange), ignored: [] };
    const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", `${before}:files`, `${after}:files`];
    const changes = parseRawDiff((await this.#options.git.run(args)).toString("utf8"));
    const [one, other] = await Promise.all([this.readSideList(before), this.readSideList(after)]);
    // The content of a closed folder is as unknown as files that rules left out.
    const hasClosed = [...one.gaps, ...other.gaps].some(({ reason }) => reason === "unreadable");
    if (
      !hasClosed &&
      haveSameRules(one, other) &&
      !changes.some(({ path: name }) => isIgnoreFile(name)) &&
      !this.#areInRepository(changes)
    ) {
      this.#compared = { before, after, comparison: { changes, ignored: [] } };
      return this.#compared.comparison;
    }
    const missing = (side: "before" | "after"): readonly string[] =>
      changes.flatMap((change) => (change[side] === undefined ? [change.path] : []));
    const [then, later] = await Promise.all([
      this.findIgnored(before, missing("before")),
      this.findIgnored(after, missing("after")),
    ]);
    const mayBeIn = (id: string, name: string): boolean =>
      id !== now || mayExist(path.join(this.#options.tree.root, name));
    const ignored = new Set([
      ...[...then].filter((name) => mayBeIn(before, name)),
      ...[...later].filter((name) => mayBeIn(after, name)),
    ]);
    return { changes: changes.filter(({ path: name }) => !ignored.has(name)), ignored: [...ignored] };
  }

  /** Returns those of the paths that the ignore rules of a snapshot leave out. */
  async findIgnored(id: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
    if (paths.length === 0) return new Set();
    const { excludes, rules, gaps } = await this.readSideList(id);
    const { git, program, tree } = this.#options;
    // Rules above the folder are not known of a snapshot of an earlier version: whatever is missing may have been left
    // out.
    if (!rules && tree.prefix !== "") return new Set(paths);
    // Only the rules of the folders above a path concern it.
    const above = new Set(paths.flatMap((name) => getParents(name)));
    const listed = await this.find(id, [".gitignore", ...[...above].map((folder) => `${folder}/.gitignore`)]);
    const files = [...listed].filter(([, { kind }]) => kind !== "link");
    const contents = await readBlobs(
      git,
      files.map(([, { blob }]) => blob),
      maxRuleBytes,
    );
    const texts = new Map(files.map(([name, { blob }]) => [name, contents.get(blob)]));
    const unread = [...texts].flatMap(([name, content]) => (Buffer.isBuffer(content) ? [] : [name]));
    const isUnknown = createUnknownTest(gaps, unread, rules);
    const known = paths.filter((name) => !isUnknown(name));
    const isCovered = (name: string): boolean => listed.has(name);
    const found = await findIgnored(known, { texts, isCovered, excludes, rules }, { program, store: git.folder, tree });
    return new Set([...found, ...paths.filter(isUnknown)]);
  }

  /**
   * Returns whether some file that only one side has lies in a repository inside the folder: its rules may not have
   * been those of the other side.
   */
  #areInRepository(changes: readonly TreeChange[]): boolean {
    const parents = new Set(
      changes.flatMap((change) => (change.before && change.after ? [] : getParents(change.path))),
    );
    return [...parents].some((folder) => statItself(path.join(this.#options.tree.root, folder, ".git")) !== undefined);
  }

  /**
   * Returns the numbers of lines that two snapshots differ by, by path; undefined for a binary file. `paths`: only of
   * these files, of none if they are too many. Rejects if the store has lost a content.
   */
  async countLines(
    before: string,
    after: string,
    paths?: readonly string[],
  ): Promise<ReadonlyMap<string, LineCounts | undefined>> {
    if (before === after || (paths && (paths.length === 0 || paths.length > maxPaths))) return new Map();
    const options = ["-r", "-z", "--numstat", "--no-renames", "--no-ext-diff", "--no-textconv"];
    const args = [
      ...largeAsBinary,
      "diff-tree",
      ...options,
      `${before}:files`,
      `${after}:files`,
      ...(paths ? ["--", ...paths] : []),
    ];
    return parseLineCounts((await this.#options.git.run(args)).toString("utf8"));
  }

  /** Returns whether the lists of a snapshot, of its files and the side list, are in the store as they were. */
  async isReadable(id: string): Promise<boolean> {
    const { git } = this.#options;
    return Promise.all([
      git.run(["ls-tree", "-r", "-z", "--full-tree", `${id}:files`]),
      git.run(["cat-file", "blob", `${id}:side`]),
    ]).then(
      () => true,
      () => false,
    );
  }

  /** Returns the files that a snapshot has at these paths. */
  async find(id: string, paths: readonly string[]): Promise<ReadonlyMap<string, TreeFile>> {
    if (paths.length === 0) return new Map();
    // Many paths are longer than a command line may be.
    const meant = paths.length > maxPaths ? [] : ["--", ...paths];
    const all = parseTree(
      (await this.#options.git.run(["ls-tree", "-r", "-z", "--full-tree", `${id}:files`, ...meant])).toString("utf8"),
    );
    if (meant.length > 0) return all;
    const names = new Set(paths);
    return new Map([...all].filter(([name]) => names.has(name)));
  }

  async readSideList(id: string): Promise<SideList> {
    const side =
      this.#sides.get(id) ??
      parseSideList((await this.#options.git.run(["cat-file", "blob", `${id}:side`])).toString("utf8"));
    this.keepSide(id, side);
    return side;
  }

  /** Keeps a side list in memory. */
  protected keepSide(id: string, side: SideList): void {
    this.#sides.delete(id);
    this.#sides.set(id, side);
    for (const oldest of [...this.#sides.keys()].slice(0, -maxSides)) this.#sides.delete(oldest);
  }

  /**
   * Returns the content of a blob. Rejects with `TooMuchOutput` if it is longer than `maxBytes`, or than git may print.
   */
  readBlob(blob: string, maxBytes?: number): Promise<Buffer> {
    return this.#options.git.run(["cat-file", "blob", blob], { maxBytes });
  }
}

/**
 * Returns a test for paths of which it is not known whether they were there: the rules above them could not be read, or
 * a folder around them. `unread`: ignore files that a snapshot has but cannot give.
 */
function createUnknownTest(
  gaps: readonly Gap[],
  unread: readonly string[],
  rules: RuleRecord | undefined,
): (name: string) => boolean {
  const prefix = rules?.prefix ?? "";
  const files = [...gaps.map((gap) => gap.path), ...unread].flatMap((name) =>
    isIgnoreFile(name) ? [prefix + name] : [],
  );
  const outside = [...(rules?.files ?? [])].flatMap(([name, text]) => (text === unknownRules ? [name] : []));
  const closed = gaps.flatMap(({ path: name, reason }) => (reason === "unreadable" ? [prefix + name] : []));
  const folders = [...[...files, ...outside].map((name) => path.posix.dirname(name)), ...closed];
  return (name) => folders.some((folder) => folder === "." || `${prefix}${name}`.startsWith(`${folder}/`));
}
