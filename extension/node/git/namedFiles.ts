import fs from "node:fs";
import path from "node:path";
import { askRepository } from "./askRepository.ts";
import { findRepository } from "./worktrees.ts";

/** Maximum number of repositories of a folder that git is asked about. */
const maxRepositories = 200;

/** Files below a folder. Paths are relative to it, with "/". */
export interface ListedFiles {
  readonly files: readonly string[];
  /** Folders whose files git does not tell, with "/" at the end: damaged repositories, and those behind a limit. */
  readonly unlisted: readonly string[];
}

/**
 * Lists the files below a folder that match one of the patterns of git, whatever their case is, and that no repository
 * ignores: also those of submodules and of other repositories inside of it. Rejects where the folder is in no
 * repository.
 */
export async function listNamedFiles(
  program: string,
  folder: string,
  patterns: readonly string[],
  limit = maxRepositories,
): Promise<ListedFiles> {
  const files: string[] = [];
  const unlisted: string[] = [];
  const open = [""];
  for (let at = open.shift(), count = 0; at !== undefined; at = open.shift(), count++) {
    const name = at;
    const listing = count < limit ? listRepository(program, path.join(folder, name), patterns) : undefined;
    const found = await listing?.catch((error: unknown) => {
      if (name === "") throw error;
    });
    files.push(...(found?.files ?? []).map((each) => name + each));
    open.push(...(found?.inside ?? []).map((each) => name + each));
    unlisted.push(...(found ? found.unlisted.map((each) => name + each) : [name]));
  }
  return { files, unlisted };
}

/** Returns a function that lists as `listNamedFiles` does, and also rejects where there is no git. */
export function createNamedFileLister(
  findGit: () => Promise<string | undefined>,
): (folder: string, patterns: readonly string[]) => Promise<ListedFiles> {
  return async (folder, patterns) => {
    const program = await findGit();
    if (program === undefined) throw new Error("there is no git");
    return listNamedFiles(program, folder, patterns);
  };
}

async function listRepository(program: string, folder: string, patterns: readonly string[]) {
  // A configuration of the repository could lead git to the files of another folder.
  const top = findRepository(folder)?.top ?? folder;
  const list: List = async (...args) =>
    (await askRepository(program, folder, [`--work-tree=${top}`, "ls-files", "-z", ...args]))
      .split("\0")
      .filter((name) => name !== "");
  const meant = patterns.map((pattern) => `:(glob,icase)${pattern}`);
  const [files, { inside, unlisted }] = await Promise.all([
    list("--cached", "--others", "--exclude-standard", "--", ...meant),
    listRepositories(list, folder),
  ]);
  return { files, inside, unlisted };
}

type List = (...args: readonly string[]) => Promise<readonly string[]>;

/**
 * Lists the repositories inside a folder, with "/" at the end: those that git lists as one new file, and those of which
 * it keeps a commit. Of a folder of these without a repository it lists no file.
 */
async function listRepositories(
  list: List,
  folder: string,
): Promise<{ readonly inside: readonly string[]; readonly unlisted: readonly string[] }> {
  const [created, staged] = await Promise.all([list("--others", "--exclude-standard"), list("--stage")]);
  const kept = staged.flatMap((line) => {
    const [, name] = /^160000 [0-9a-f]+ \d\t(.+)$/s.exec(line) ?? [];
    return name === undefined ? [] : [`${name}/`];
  });
  const found = [...new Set([...created.filter((name) => name.endsWith("/")), ...kept])].filter(isBelow);
  const hasRepository = (name: string): boolean => fs.existsSync(path.join(folder, name, ".git"));
  return { inside: found.filter(hasRepository), unlisted: found.filter((name) => !hasRepository(name)) };
}

function isBelow(name: string): boolean {
  return !path.isAbsolute(name) && !name.split(/[\\/]/).includes("..");
}
