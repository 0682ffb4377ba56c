import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { PrivateGit } from "../../git/privateGit.ts";
import { isRepository } from "../../git/worktrees.ts";
import { getParents, isInside } from "../index/paths.ts";
import { readList } from "./ignoredFolders.ts";
import { unlisted } from "./listCreated.ts";
import { createInsideTest } from "./nestedRepositories.ts";

/** Git and the index with which the files are listed that patterns name. */
export interface IncludedSource {
  readonly git: PrivateGit;
  /** The index whose files are not listed. */
  readonly index: string;
  readonly signal?: AbortSignal | undefined;
}

/** Name that stands for a file of a repository in an index, and that no file has. */
const standIn = ".tandem-inside";

/** Lists the files that patterns name and the index does not have, whether they are ignored or not. */
export async function listByPatterns(
  { git, index, signal }: IncludedSource,
  patterns: readonly string[],
): Promise<readonly string[]> {
  if (patterns.length === 0) return [];
  return readList(
    await git.run(["ls-files", "-z", "--others", "--", unlisted, ...patterns], { index, signal, hasPatterns: true }),
  );
}

/**
 * Lists the files that patterns name in repositories inside of the work tree: those of `repositories`, with "/" at
 * their ends, and those on the way to a pattern. Git looks only into a repository of which an index has a file, so an
 * index of its own says that it has one of each.
 */
export async function listByPatternsInside(
  source: IncludedSource,
  patterns: readonly string[],
  repositories: readonly string[],
): Promise<readonly string[]> {
  const { git, signal } = source;
  const isOne = (folder: string): boolean => isInside(folder) && isRepository(path.join(git.workTree, folder));
  const onTheWay = patterns.flatMap(getParents).filter(isOne);
  const folders = [...new Set([...repositories, ...onTheWay.map((folder) => `${folder}/`)])];
  if (patterns.length === 0 || folders.length === 0) return [];
  const index = path.join(git.folder, `new-index.${process.pid}.${randomUUID()}`);
  try {
    const empty = await git.store("blob", "");
    const input = folders.map((folder) => `100644 ${empty}\t${folder}${standIn}\0`).join("");
    await git.run(["update-index", "--add", "-z", "--index-info"], { index, input, signal });
    const listed = await listByPatterns({ git, index, signal }, patterns);
    const deeper = listed.filter((name) => name.endsWith("/") && !folders.includes(name));
    if (deeper.length > 0) return await listByPatternsInside(source, patterns, [...folders, ...deeper]);
    const isIn = createInsideTest(folders);
    return listed.filter((name) => !name.endsWith("/") && isIn(name));
  } finally {
    await Promise.all([index, `${index}.lock`].map((file) => fs.promises.rm(file, { force: true })));
  }
}
