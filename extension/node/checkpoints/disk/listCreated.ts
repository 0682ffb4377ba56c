import path from "node:path";
import type { GitIndex } from "../index/gitIndex.ts";
import { getParents, isIgnoreFile } from "../index/paths.ts";
import { findEmptyFolders } from "./emptyFolders.ts";
import { readFolderModes } from "./folderModes.ts";
import { findIgnoredFolders, getHiddenFolders, listIgnored, readList } from "./ignoredFolders.ts";
import type { Listing, ListingMemo } from "./listingMemo.ts";
import { createInsideTest, listKnownNested, type NestedSource } from "./nestedRepositories.ts";
import { getAbove, readRuleFiles } from "./ruleFiles.ts";

export interface ListOptions extends NestedSource {
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
}

/** A warning of git about a folder that it could not open, with its path relative to the work tree. */
const closedFolder = /^warning: could not open directory '(.*?)\/?': /gm;

/** Maximum number of paths on a command line. */
const maxPaths = 100;

/**
 * Path that git never lists. Beside it, the others have no folder in common, where git 2.39 would begin: below a nested
 * repository of which the index has files, it finds nothing then.
 */
export const unlisted = ".git";

/**
 * Lists what git lists beside the index, or what it would. The result takes the files of the index that changed: with
 * other rules, git is asked again.
 */
export async function recall(options: ListOptions): Promise<(changed: readonly string[]) => Promise<Listing>> {
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
      if (!known && listing.isLasting) await listings.note(source, listing, began, signal);
      return listing;
    }
    listings.forget();
    return known ? listCreated(options) : listing;
  };
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
  const [{ empty, filled: allFilled, closed: found, looked }, leftByAll, nested] = await Promise.all([
    findEmptyFolders(git.workTree, folders, prefix),
    listIgnored(options, below),
    listKnownNested(options),
  ]);
  const isNested = createInsideTest(nested.repositories);
  const filled = allFilled.filter((name) => !isNested(name));
  const left = [...leftByAll.filter((name) => !isNested(name)), ...nested.ignored];
  for (const name of found) closed.add(name.slice(0, -1));
  const ignored = await findIgnoredFolders(options, folders, looked);
  const files = [...listed.filter((name) => !name.endsWith("/") && !isNested(name)), ...nested.created];
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
    repositories: nested.repositories,
    // A folder that only the rules around a repository leave out is in no state on which the listing depends.
    isLasting: areSame(leftByAll.filter(isNested), nested.ignored),
    closed: closedFolders,
    emptyFolders: empty.filter((name) => !ignored.has(prefix + name)),
    looked,
    folderModes,
    ruleFiles,
  };
}

/** Lists the files in folders that the index does not have. */
export async function listBelow(
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

function areSame(some: readonly string[], others: readonly string[]): boolean {
  const names = new Set(others);
  return some.length === names.size && some.every((name) => names.has(name));
}
