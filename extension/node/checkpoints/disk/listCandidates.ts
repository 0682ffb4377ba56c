import path from "node:path";
import type { IndexEntry } from "../index/indexEntry.ts";
import { hasStatsOfGit } from "../index/newIndex.ts";
import { canRecord, getParents, isIgnoreFile } from "../index/paths.ts";
import type { Gap } from "../snapshotModel.ts";
import { DiskNames } from "./caseNames.ts";
import {
  compareDisk,
  createLinkTest,
  type FileStats,
  findHidden,
  isReadable,
  lookAtEach,
  statItself,
} from "./compareDisk.ts";
import { readFolderModes } from "./folderModes.ts";
import type { IgnoredNames } from "./ignoredEntries.ts";
import { readList } from "./ignoredFolders.ts";
import { listByPatterns, listByPatternsInside } from "./includedFiles.ts";
import { type ListOptions, listBelow, recall } from "./listCreated.ts";
import { createInsideTest, listNested } from "./nestedRepositories.ts";

/** A file that differs from the index, with its stats at that time. */
export interface Candidate {
  /** Path relative to the work tree, with "/". */
  readonly path: string;
  readonly stats: FileStats;
}

export interface Candidates {
  readonly files: readonly Candidate[];
  /** Paths that the index has and the disk has not, or not as something that a snapshot holds. */
  readonly gone: readonly string[];
  readonly gaps: readonly Gap[];
  /** Empty folders that no ignore rule leaves out, relative to the workspace folder. */
  readonly emptyFolders: readonly string[];
  /** Unusual permissions of folders, as in a side list. */
  readonly folderModes: ReadonlyMap<string, number>;
  /** Texts of the ignore files that a snapshot does not have, as in a side list. */
  readonly ruleFiles: ReadonlyMap<string, string>;
  /** Paths that ignore rules leave out, and the nested repositories that are listed by their own. */
  readonly leftOut: IgnoredNames;
  /** True if the index keeps its names, and no ignore rule changed. */
  readonly hasSameNames: boolean;
  /** Number of all files that a snapshot has then. */
  readonly count: number;
}

/** Maximum number of entries whose files are compared here: for fewer, starting git takes longer. */
const maxOwn = 4_000;

/**
 * Lists the files that differ from an index, by their stats: also those of which only permissions or times differ.
 * Files of nested repositories count like all others. Rejects when git fails or the call is aborted.
 */
export async function listCandidates(options: ListOptions): Promise<Candidates> {
  const { git, entries, prefix, signal } = options;
  const included = options.include.map((pattern) => `${prefix}${pattern}`);
  const [remembered, changed, extra] = await Promise.all([
    recall(options),
    listChanged(options),
    listByPatterns(options, included),
  ]);
  const listing = await remembered(changed);
  const { created, ignored, emptyFolders, closed, folderModes, ruleFiles } = listing;
  // Git lists nothing in a folder that the index has as a file.
  const isNested = createInsideTest(listing.repositories);
  const turned = changed.filter((name) => statItself(path.join(git.workTree, name))?.isDirectory() && !isNested(name));
  const beside = [...extra, ...(turned.length === 0 ? [] : await listBelow(options, turned))];
  const found = new Set([...created, ...beside]);
  const repositories = [...listing.repositories];
  await addNested(options, included, { found, beside, repositories });
  const { names, renamed } = await findRenamed(options);
  const present = [...changed, ...renamed].filter((name) => !names.has(name));
  const { files, gone, gaps } = await look(
    present.length === 0 ? found : new Set([...present, ...found]),
    found,
    options,
  );
  const hasSameNames =
    gone.length + names.size === 0 && !files.some(({ path: name }) => found.has(name) || isIgnoreFile(name));
  const isAdded = renamed.length === 0 ? found : new Set([...found, ...renamed]);
  const added = present.length === 0 ? files.length : files.filter(({ path: name }) => isAdded.has(name)).length;
  const count = entries.count - gone.length - names.size + added;
  // A repository inside the folder is listed by its own rules.
  const uncovered = new Map([...ruleFiles].filter(([name]) => !found.has(name)));
  const modesBeside = await readFolderModes(new Set(beside.flatMap(getParents)), git, prefix, signal);
  const allModes = modesBeside.size === 0 ? folderModes : new Map([...folderModes, ...modesBeside]);
  return {
    files,
    gone: [...gone, ...names],
    gaps: [
      ...gaps,
      ...closed.flatMap((name): Gap[] =>
        name.startsWith(prefix) ? [{ path: name.slice(prefix.length), reason: "unreadable" }] : [],
      ),
    ],
    emptyFolders,
    folderModes: allModes,
    ruleFiles: uncovered,
    leftOut: { ignored, repositories },
    hasSameNames,
    count,
  };
}

/**
 * Adds the files of nested repositories to those that the index does not have: of the repositories that git lists as
 * folders, in the place of these, and those that the `included` patterns name inside of one. Adds the repositories that
 * are found on the way.
 */
async function addNested(
  options: ListOptions,
  included: readonly string[],
  { found, beside, repositories }: { found: Set<string>; beside: string[]; repositories: string[] },
): Promise<void> {
  const add = (file: string): void => {
    found.add(file);
    beside.push(file);
  };
  for (const folder of [...found].filter((each) => each.endsWith("/"))) {
    found.delete(folder);
    for (const file of await listNested(options, folder, repositories)) add(file);
  }
  const { entries } = options;
  const inside = new Set(await listByPatternsInside(options, included, repositories));
  if (entries.isReadable && inside.size > 0) for (const { path: name } of entries.find(inside)) inside.delete(name);
  for (const file of inside) add(file);
}

/**
 * Finds the entries of the index whose files were renamed in case only, which git does not notice: their names, and the
 * new ones.
 */
async function findRenamed({
  git,
  entries,
  signal,
}: ListOptions): Promise<{ readonly names: ReadonlySet<string>; readonly renamed: readonly string[] }> {
  const names = new Set<string>();
  const renamed: string[] = [];
  if (!git.ignoresCase || !entries.isReadable) return { names, renamed };
  const disk = new DiskNames(git.workTree);
  const look = ({ path: name }: IndexEntry): void => {
    const spelled = disk.spell(name);
    if (spelled === undefined || spelled === name) return;
    names.add(name);
    renamed.push(spelled);
  };
  await lookAtEach(entries.entries(), look, signal);
  return { names, renamed };
}

/** Lists the files of the index that may have changed or are gone. */
async function listChanged({ git, index, entries, prefix, signal }: ListOptions): Promise<readonly string[]> {
  // On Windows, git records other stats than Node reads: all files would seem to differ.
  if (entries.isReadable && entries.count <= maxOwn && hasStatsOfGit())
    return compareDisk(entries, git.workTree, false, signal);
  const [changed, recent] = await Promise.all([
    git.run(["diff-files", "-z", "--name-only", "--", prefix === "" ? "." : prefix], { index, signal }),
    // Git compares whole seconds.
    entries.isReadable ? compareDisk(entries, git.workTree, true, signal) : [],
  ]);
  return [...readList(changed), ...recent];
}

/** `created`: those that the index does not have. */
async function look(
  paths: Iterable<string>,
  created: ReadonlySet<string>,
  { git, prefix, maxFileBytes, signal }: ListOptions,
): Promise<Pick<Candidates, "files" | "gone" | "gaps">> {
  const files: Candidate[] = [];
  const gone: string[] = [];
  const gaps: Gap[] = [];
  // Git lists files behind a link as deleted.
  const isBehindLink = createLinkTest(git.workTree);
  const root = git.workTree.endsWith("/") ? git.workTree : `${git.workTree}/`;
  const one = (name: string): void => {
    const gap = (reason: Gap["reason"]): void => void gaps.push({ path: name.slice(prefix.length), reason });
    // Git knows a name as bytes; one that is not UTF-8 cannot be opened by its text.
    if (name.includes("\uFFFD")) return gap("name");
    const full = root + name;
    const isElsewhere = isBehindLink(path.posix.dirname(name));
    const stats = isElsewhere ? undefined : statItself(full);
    const hidden = isElsewhere || stats ? undefined : findHidden(full);
    // The index keeps the entry, so that the next snapshot looks for the file again: a restore must not take it for one
    // that did not exist.
    if (hidden) return gap(hidden);
    const isTooLarge = stats?.isFile() && stats.size > maxFileBytes;
    if (stats && !canRecord(name, stats.isSymbolicLink())) gap("name");
    else if (isTooLarge) gap("tooLarge");
    else if (stats?.isFile() && !isReadable(full, stats)) gap("unreadable");
    else if (stats?.isFile() || stats?.isSymbolicLink()) {
      const { mode, size, mtimeMs, ino } = stats;
      return void files.push({ path: name, stats: { mode, size, mtimeMs, ino } });
    }
    if (!created.has(name)) gone.push(name);
  };
  await lookAtEach(paths, one, signal);
  return { files, gone, gaps };
}
