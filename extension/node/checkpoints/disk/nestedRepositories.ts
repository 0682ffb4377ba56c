import path from "node:path";
import { askRepository } from "../../git/askRepository.ts";
import { PrivateGit } from "../../git/privateGit.ts";
import { isInside } from "../index/paths.ts";
import { readList } from "./ignoredFolders.ts";
import type { ListOptions } from "./listCreated.ts";
import { excludeOwn } from "./nestedExcludes.ts";

/**
 * Lists the files of a repository inside the work tree, which git does not look into: those in its index, and those
 * that its rules do not ignore. Adds it to `repositories`, and those inside of it.
 */
export async function listNested(
  options: ListOptions,
  folder: string,
  repositories: string[],
): Promise<readonly string[]> {
  const { git, program, signal } = options;
  repositories.push(folder);
  const top = path.join(git.workTree, folder);
  const args = ["ls-files", "-z", "--others", "--exclude-standard", ...excludeOwn(top)];
  const others = new PrivateGit(program, git.folder, top).run(args, {
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
