import fs from "node:fs";
import path from "node:path";
import { askRepository } from "./askRepository.ts";

/** Maximum number of repositories inside a folder that are looked at. */
const maxRepositories = 200;

/**
 * Lists the files below a folder that match one of the patterns of git, whatever their case is, and that no repository
 * ignores: also those of submodules and of other repositories inside of it. Paths are relative to the folder, with "/".
 * Rejects where the folder is in no repository.
 */
export async function listNamedFiles(
  program: string,
  folder: string,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const files: string[] = [];
  const open = [""];
  for (let at = open.shift(), count = 0; at !== undefined && count < maxRepositories; at = open.shift(), count++) {
    const top = path.join(folder, at);
    // One inside the folder can be damaged.
    const [named, inside] = await Promise.all([
      listMatching(program, top, patterns),
      listRepositories(program, top),
    ]).catch((error: unknown) => {
      if (at === "") throw error;
      return [[], []];
    });
    files.push(...named.map((name) => at + name));
    open.push(...inside.map((name) => at + name));
  }
  return files;
}

/** Returns a function that lists as `listNamedFiles` does, and also rejects where there is no git. */
export function createNamedFileLister(
  findGit: () => Promise<string | undefined>,
): (folder: string, patterns: readonly string[]) => Promise<readonly string[]> {
  return async (folder, patterns) => {
    const program = await findGit();
    if (program === undefined) throw new Error("there is no git");
    return listNamedFiles(program, folder, patterns);
  };
}

async function listMatching(program: string, folder: string, patterns: readonly string[]): Promise<readonly string[]> {
  const meant = patterns.map((pattern) => `:(glob,icase)${pattern}`);
  return toList(
    await askRepository(program, folder, [
      "ls-files",
      "-z",
      "--cached",
      "--others",
      "--exclude-standard",
      "--",
      ...meant,
    ]),
  );
}

/**
 * Lists the repositories inside a folder, with "/" at the end: those that git lists as one new folder, and those of
 * which it keeps a commit.
 */
async function listRepositories(program: string, folder: string): Promise<readonly string[]> {
  const [created, staged] = await Promise.all([
    askRepository(program, folder, ["ls-files", "-z", "--others", "--exclude-standard", "--directory"]).then(toList),
    askRepository(program, folder, ["ls-files", "-z", "--stage"]),
  ]);
  const kept = [...staged.matchAll(/(?:^|\0)160000 [0-9a-f]+ \d\t([^\0]+)/g)].map(([, name = ""]) => `${name}/`);
  const found = [...created.filter((name) => name.endsWith("/")), ...kept];
  return [...new Set(found)].filter((name) => isBelow(name) && fs.existsSync(path.join(folder, name, ".git")));
}

function isBelow(name: string): boolean {
  return !path.isAbsolute(name) && !name.split(/[\\/]/).includes("..");
}

function toList(output: string): readonly string[] {
  return output.split("\0").filter((name) => name !== "");
}
