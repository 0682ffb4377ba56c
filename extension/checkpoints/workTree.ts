import fs from "node:fs";
import path from "node:path";
import { askRepository } from "../git/askRepository.ts";
import { findRepository, type Repository } from "../git/worktrees.ts";
import { readRegular } from "../storage/regularFiles.ts";

/** The folder whose files are snapshotted, and how it lies in a repository of the user. */
export interface WorkTree {
  /** The workspace folder, with links resolved. */
  readonly root: string;
  /** Folder that git takes as the work tree: the root of the user's repository, whose ignore rules count, else `root`. */
  readonly top: string;
  /** Path from `top` to `root` with "/" at the end; empty if they are the same. */
  readonly prefix: string;
  readonly repository: Repository | undefined;
}

/** Finds the work tree of a workspace folder. Where the repository ignores the whole folder, its rules do not count. */
export async function findWorkTree(program: string, folder: string): Promise<WorkTree> {
  const root = await fs.promises.realpath(folder);
  const repository = findRepository(root);
  const alone: WorkTree = { root, top: root, prefix: "", repository: undefined };
  if (!repository) return alone;
  if (repository.top === root) return { root, top: root, prefix: "", repository };
  const prefix = `${path.relative(repository.top, root).split(path.sep).join("/")}/`;
  const isIgnored = await askRepository(program, repository.top, ["check-ignore", "--quiet", "--no-index", "--", prefix]).then(
    () => true,
    () => false,
  );
  return isIgnored ? alone : { root, top: repository.top, prefix, repository };
}

/** Reads the patterns of files that the user's repository and the user's own configuration leave out, beside the `.gitignore` files. */
export async function readExcludes(program: string, { repository, top }: WorkTree): Promise<string> {
  const own = repository ? await readRegular(path.join(repository.common, "info", "exclude")).catch(() => "") : "";
  const configured = await askRepository(program, top, ["config", "--path", "--get", "core.excludesFile"]).then(
    (file) => file.trim(),
    () => path.join(process.env["XDG_CONFIG_HOME"] || path.join(process.env["HOME"] ?? "", ".config"), "git", "ignore"),
  );
  const everywhere = configured === "" ? "" : await readRegular(configured).catch(() => "");
  // Later patterns win: those of the repository.
  return `${everywhere}\n${own}\n`;
}
