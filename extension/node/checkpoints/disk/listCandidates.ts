import path from "node:path";
import { askRepository } from "../../git/askRepository.ts";
import { PrivateGit } from "../../git/privateGit.ts";
import type { GitIndex } from "../index/gitIndex.ts";
import type { IndexEntry } from "../index/indexEntry.ts";
import { hasStatsOfGit } from "../index/newIndex.ts";
import { canRecord, getParents, isIgnoreFile, isInside } from "../index/paths.ts";
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
import { findEmptyFolders } from "./emptyFolders.ts";
import { readFolderModes } from "./folderModes.ts";
import type { IgnoredNames } from "./ignoredEntries.ts";
import { findIgnoredFolders, getHiddenFolders, listIgnored, readList } from "./ignoredFolders.ts";
import type { Listing, ListingMemo } from "./listingMemo.ts";
import { getAbove, readRuleFiles } from "./ruleFiles.ts";

export interface ListOptions {
  /** Path of git. */
  readonly program: string;
  readonly git: PrivateGit;
  /** The index file to compare with, and what is in it. */
  readonly index: string;
  readonly entries: GitIndex;
  /** Folder below the work tree to list, with "/" at the end; empty for all of it. */
  readonly prefix: string;
  /** Patterns of ignored files that are covered nevertheless, relative to the folder. */
  readonly include: readonly string[];
  readonly maxFileBytes: number;
  /** The remembered listings, and the key of the one for this index; undefined for an index that does not stay. */
  readonly memo?: { readonly listings: ListingMemo; readonly key: string } | undefined;
  readonly signal?: AbortSignal | undefined;
}

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
  /** Paths that ignore rules leave out, and the nested repositories. */
  readonly leftOut: IgnoredNames;
  /** True if the index keeps its names, and no ignore rule changed. */
  readonly hasSameNames: boolean;
  /** Number of all files that a snapshot has then. */
  readonly count: number;
}

/** Maximum number of entries whose files are compared here: for fewer, starting git takes longer. */
const maxOwn = 4_000;

/** A warning of git about a folder that it could not open, with its path relative to the work tree. */
const closedFolder = /^warning: could not open directory '(.*?)\/?': /gm;

/** Maximum number of paths on a command line. */
const maxPaths = 100;

/**
 * Path that git never lists. Beside it, the others have no folder in common, where git 2.39 would begin: below a nested
 * repository of which the index has files, it finds nothing then.
 */
const unlisted = ".git";

/**
 * Lists the files that differ from an index, by their stats: also those of which only permissions or times differ.
 * Files of nested repositories count like all others. Rejects when git fails or the call is aborted.
 */
export async function listCandidates(options: ListOptions): Promise<Candidates> {
  const { git, index, prefix, include, signal } = options;
  const included = include.map((pattern) => `${prefix}${pattern}`);
  const [remembered, changed, extra] = await Promise.all([
    recall(options),
    listChanged(options),
    included.length === 0
      ? []
      : git
          .run(["ls-files", "-z", "--others", "--", unlisted, ...included], { index, signal, hasPatterns: true })
          .then(readList),
  ]);
  const { created, ignored, emptyFolders, closed, folderModes, ruleFiles } = await remembered(changed);
  // Git lists nothing in a folder that the index has as a file.
  const turned = changed.filter((name) => statItself(path.join(git.workTree, name))?.isDirectory());
  const beside = [...extra, ...(turned.length === 0 ? [] : await listBelow(options, turned))];
  const found = new Set([...created, ...beside]);
  const repositories: string[] = [];
  for (const folder of [...found].filter((each) => each.endsWith("/"))) {
    found.delete(folder);
    for (const file of await listNested(options, folder, repositories)) {
      found.add(file);
      beside.push(file);
    }
  }
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
  const count = options.entries.count - gone.length - names.size + added;
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
 * Lists what git lists beside the index, or what it would. The result takes the files of the index that changed: with
 * other rules, git is asked again.
 */
async function recall(options: ListOptions): Promise<(changed: readonly string[]) => Promise<Listing>> {
  const { git, memo, include, prefix, entries, signal } = options;
  // Patterns name files in folders into which git does not look. On a disk that ignores case, rules can be in a file of
  // another name.
  if (!memo || include.length > 0 || git.ignoresCase) {
    const listing = await listCreated(options);
    return async () => listing;
  }
  const { listings, key } = memo;
  const source = { workTree: git.workTree, prefix, entries, key };
  const known = await listings.find(source, signal);
  const began = Date.now();
  const listing = known ?? (await listCreated(options));
  return async (changed) => {
    if (![...changed, ...listing.created].some(isIgnoreFile)) {
      if (!known) await listings.note(source, listing, began, signal);
      return listing;
    }
    listings.forget();
    return known ? listCreated(options) : listing;
  };
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

/** Lists the files that the index does not have, nested repositories with "/" at the end, and the empty folders. */
async function listCreated(options: ListOptions): Promise<Listing> {
  const { git, index, entries, prefix, signal } = options;
  const below = prefix === "" ? "." : prefix;
  // Without entries, all files are new.
  const closed = new Set<string>();
  const onWarnings = (text: string): void => {
    for (const [, name = ""] of text.matchAll(closedFolder)) closed.add(name);
  };
  const listing = git
    .run(["ls-files", "-z", "--others", "--directory", "--exclude-standard", "--", below], {
      index,
      signal,
      onWarnings,
    })
    .then(readList);
  const [listed, all] = await Promise.all([
    listing,
    entries.count === 0 ? listBelow(options, [below], onWarnings) : undefined,
  ]);
  const folders = listed.filter((name) => name.endsWith("/"));
  const [{ empty, filled, closed: found, looked }, left] = await Promise.all([
    findEmptyFolders(git.workTree, folders, prefix),
    listIgnored(options, below),
  ]);
  for (const name of found) closed.add(name.slice(0, -1));
  const ignored = await findIgnoredFolders(options, folders, looked);
  const files = listed.filter((name) => !name.endsWith("/"));
  const created = all ?? [...files, ...(filled.length === 0 ? [] : await listBelow(options, filled, onWarnings))];
  const known = entries.isReadable && entries.count > 0 ? entries.names.folders : [];
  const above = new Set([...known, ...looked.map((name) => name.slice(0, -1)).filter((name) => !ignored.has(name))]);
  for (const name of created) {
    const folder = path.posix.dirname(name);
    if (!above.has(folder)) for (const parent of getParents(name)) above.add(parent);
  }
  const folderModes = await readFolderModes(above, git, prefix, signal);
  const covered = new Set([...created, ...(entries.isReadable ? entries.names.ignoreFiles : [])]);
  const withRules = [...getAbove(prefix), prefix.slice(0, -1), ...above, ...getHiddenFolders(left)];
  const ruleFiles = readRuleFiles(git.workTree, new Set(withRules), (name) => covered.has(name));
  const closedFolders = [...closed].filter((name) => !ignored.has(name)).sort();
  return {
    created,
    ignored: left,
    closed: closedFolders,
    emptyFolders: empty.filter((name) => !ignored.has(prefix + name)),
    looked,
    folderModes,
    ruleFiles,
  };
}

/** Lists the files in folders that the index does not have. */
async function listBelow(
  { git, index, prefix, signal }: ListOptions,
  folders: readonly string[],
  onWarnings: (text: string) => void = () => {},
): Promise<readonly string[]> {
  const named = folders.length <= maxPaths ? folders : [prefix === "" ? "." : prefix];
  return readList(
    await git.run(["ls-files", "-z", "--others", "--exclude-standard", "--", unlisted, ...named], {
      index,
      signal,
      onWarnings,
    }),
  );
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

/**
 * Lists the files of a repository inside the work tree, which git does not look into: those in its index, and those
 * that its rules do not ignore. Adds it to `repositories`, and those inside of it.
 */
async function listNested(options: ListOptions, folder: string, repositories: string[]): Promise<readonly string[]> {
  const { git, program, signal } = options;
  repositories.push(folder);
  const top = path.join(git.workTree, folder);
  const others = new PrivateGit(program, git.folder, top).run(["ls-files", "-z", "--others", "--exclude-standard"], {
    // Without an index, every file is one of the others.
    index: path.join(git.folder, "no-index"),
    signal,
  });
  // To list what a sparse index stands for, git would write; those files are not on disk.
  const tracked = askRepository(program, top, ["ls-files", "-z", "--sparse"])
    .catch(() => askRepository(program, top, ["ls-files", "-z"]))
    .catch(() => "");
  const files: string[] = [];
  // An index can name files outside of its repository.
  const known = (await tracked).split("\0").filter(isInside);
  for (const name of new Set([...readList(await others), ...known])) {
    if (!name.endsWith("/")) files.push(folder + name);
    else files.push(...(await listNested(options, folder + name, repositories)));
  }
  return files;
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
