import path from "node:path";
import { askRepository } from "../../git/askRepository.ts";
import { PrivateGit } from "../../git/privateGit.ts";
import type { GitIndex } from "../index/gitIndex.ts";
import { getParents, isInside } from "../index/paths.ts";
import { findIgnoredFolders, readList } from "./ignoredFolders.ts";
import type { NestedRules } from "./nestedRules.ts";

export interface NestedSource {
  /** Path of git. */
  readonly program: string;
  readonly git: PrivateGit;
  readonly nested: NestedRules;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lists the files of a repository inside the work tree, which git does not look into: those in its index, and those
 * that its rules do not ignore. Adds it to `repositories`, and those inside of it.
 */
export async function listNested(
  source: NestedSource,
  folder: string,
  repositories: string[],
): Promise<readonly string[]> {
  const { git, program } = source;
  repositories.push(folder);
  const top = path.join(git.workTree, folder);
  const others = listBySelf(source, folder, []);
  // To list what a sparse index stands for, git would write; those files are not on disk.
  const tracked = askRepository(program, top, ["ls-files", "-z", "--sparse"])
    .catch(() => askRepository(program, top, ["ls-files", "-z"]))
    .catch(() => "");
  const files: string[] = [];
  // An index can name files outside of its repository.
  const known = (await tracked).split("\0").filter(isInside);
  for (const name of new Set([...(await others), ...known])) {
    if (!name.endsWith("/")) files.push(folder + name);
    else files.push(...(await listNested(source, folder + name, repositories)));
  }
  return files;
}

/** Lists what a repository inside the work tree leaves out by its own rules, relative to the work tree. */
export async function listIgnoredIn(source: NestedSource, folder: string): Promise<readonly string[]> {
  return (await listBySelf(source, folder, ["--ignored", "--directory"])).map((name) => folder + name);
}

/** Lists files of a repository by its own rules. No other index than an empty one, so that all are new ones. */
async function listBySelf(
  { git, program, nested, signal }: NestedSource,
  folder: string,
  options: readonly string[],
): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "--others", ...options, ...(await nested.formatRules(folder))];
  const itself = new PrivateGit(program, git.folder, path.join(git.workTree, folder));
  return readList(await itself.run(args, { index: path.join(git.folder, "no-index"), signal }));
}

export interface KnownSource extends NestedSource {
  readonly entries: GitIndex;
  /** Folder below the work tree to list, with "/" at the end; empty for all of it. */
  readonly prefix: string;
}

/** Files and folders of repositories of which the index has files, listed by the rules of these repositories alone. */
export interface NestedListing {
  readonly repositories: readonly string[];
  /** Files that the index does not have. */
  readonly created: readonly string[];
  readonly ignored: readonly string[];
}

/**
 * Lists the known repositories inside the work tree of which the index has files: git lists these like all others, by
 * the rules around them too. One that these rules leave out as a whole stays as git lists it.
 */
export async function listKnownNested(options: KnownSource): Promise<NestedListing> {
  const { nested, entries, prefix, signal } = options;
  // A folder of which the index has files can have become a repository.
  await nested.scan(entries, signal, true);
  const known = entries.isReadable ? nested.outermost.filter((folder) => folder.startsWith(prefix)) : [];
  const left = await findIgnoredFolders(options, [], known);
  const repositories: string[] = [];
  const files: string[] = [];
  for (const folder of known)
    if (!left.has(folder.slice(0, -1))) files.push(...(await listNested(options, folder, repositories)));
  const ignored: string[] = [];
  for (const folder of repositories) ignored.push(...(await listIgnoredIn(options, folder)));
  const recorded = files.length === 0 ? [] : entries.find(new Set(files));
  const names = new Set(recorded.map(({ path: name }) => name));
  return { repositories, created: files.filter((name) => !names.has(name)), ignored };
}

/** Returns a test for paths of a work tree that lie in one of these folders. */
export function createInsideTest(folders: readonly string[]): (name: string) => boolean {
  const all = new Set(folders);
  return (name) => all.size > 0 && getParents(name.replace(/\/$/, "")).some((folder) => all.has(`${folder}/`));
}
