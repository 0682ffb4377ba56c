import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { askRepository } from "../../git/askRepository.ts";
import { findRepository, type Repository } from "../../git/worktrees.ts";
import { readRegularSync, statExisting } from "../../storage/regularFiles.ts";
import { formatClaudeState } from "./claudeState.ts";

/** The folder whose files are snapshotted, and how it lies in a repository of the user. */
export interface WorkTree {
  /** The workspace folder, with links resolved. */
  readonly root: string;
  /**
   * Folder that git takes as the work tree: the root of the user's repository, whose ignore rules count, else `root`.
   */
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
  const isIgnored = await askRepository(program, repository.top, [
    "check-ignore",
    "--quiet",
    "--no-index",
    "--",
    prefix,
  ]).then(
    () => true,
    () => false,
  );
  return isIgnored ? alone : { root, top: repository.top, prefix, repository };
}

/**
 * Time in ms after which git is asked again for the place of the user's patterns, which any file can name by an
 * `include`.
 */
const maxAgeMs = 60_000;

/**
 * Reads the patterns of files that a repository of the user and the user's own configuration leave out, besides those
 * of the `.gitignore` files.
 */
export class ExcludesReader {
  readonly #program: string;
  readonly #top: string;
  readonly #listConfigFolders: () => readonly string[];
  #configured: { readonly file: string; readonly state: string; readonly at: number } | undefined;

  /** `program`: path of git. `top`: the root of the work tree. `listConfigFolders`: as in `SnapshotLimits`. */
  constructor(program: string, top: string, listConfigFolders: () => readonly string[]) {
    this.#program = program;
    this.#top = top;
    this.#listConfigFolders = listConfigFolders;
  }

  /** Never rejects. */
  async read(): Promise<string> {
    const [everywhere, own] = await this.#findAll();
    // Later patterns win: those of the repository.
    return `${readText(everywhere)}\n${readText(own)}\n${formatClaudeState(this.#top, this.#listConfigFolders())}`;
  }

  /** Returns the files with these patterns that are there, those that win at the end. Never rejects. */
  async findFiles(): Promise<readonly string[]> {
    return (await this.#findAll()).filter((file) => file !== "" && statExisting(file)?.isFile());
  }

  async #findAll(): Promise<readonly [string, string]> {
    const repository = this.#findRepository();
    return [await this.#find(repository), repository ? path.join(repository.common, "info", "exclude") : ""];
  }

  /**
   * Finds the repository of the work tree: one that was created, or removed, since the window was opened counts too.
   */
  #findRepository(): Repository | undefined {
    const found = findRepository(this.#top);
    return found?.top === this.#top ? found : undefined;
  }

  async #find(repository: Repository | undefined): Promise<string> {
    const state = this.#readState(repository);
    const known = this.#configured;
    const now = performance.now();
    if (known?.state === state && now - known.at < maxAgeMs) return known.file;
    const file = await askRepository(this.#program, this.#top, ["config", "--path", "--get", "core.excludesFile"]).then(
      // Git reads a relative path from the root of the work tree.
      (found) => (found.trim() === "" ? "" : path.resolve(this.#top, found.replace(/\n$/, ""))),
      () => path.join(getUserFolder(), "git", "ignore"),
    );
    this.#configured = { file, state, at: now };
    return file;
  }

  /** Returns what changes when a file changes that usually has the configuration. */
  #readState(repository: Repository | undefined): string {
    const own = repository
      ? [path.join(repository.common, "config"), path.join(repository.own, "config.worktree")]
      : [];
    const files = [
      ...own,
      path.join(getHome(), ".gitconfig"),
      path.join(getUserFolder(), "git", "config"),
      "/etc/gitconfig",
      ...["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"].flatMap((name) => process.env[name] || []),
    ];
    return files.map((file) => describe(statExisting(file))).join(" ");
  }
}

/** For a file so small, a thread costs more than it saves. */
function readText(file: string): string {
  try {
    return file === "" ? "" : readRegularSync(file);
  } catch {
    return "";
  }
}

function describe(stats: fs.Stats | undefined): string {
  return stats ? `${stats.ino} ${stats.ctimeMs} ${stats.size}` : "none";
}

function getHome(): string {
  return process.env["HOME"] ?? os.homedir();
}

function getUserFolder(): string {
  return process.env["XDG_CONFIG_HOME"] || path.join(getHome(), ".config");
}
