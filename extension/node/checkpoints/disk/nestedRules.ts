import path from "node:path";
import { isRepository } from "../../git/worktrees.ts";
import type { GitIndex } from "../index/gitIndex.ts";
import { lookAtEach, statItself } from "./compareDisk.ts";
import { ExcludesReader } from "./workTree.ts";

/** The repositories inside of a work tree, and their own rules beside those of the `.gitignore` files. */
export class NestedRules {
  readonly #program: string;
  readonly #workTree: string;
  readonly #listConfigFolders: () => readonly string[];
  /** Folders that were looked at, and the repositories among them; "/" at their ends. */
  readonly #looked = new Set<string>();
  readonly #repositories = new Map<string, ExcludesReader>();

  /** `program`: path of git. `listConfigFolders`: as in `SnapshotLimits`. */
  constructor(program: string, workTree: string, listConfigFolders: () => readonly string[]) {
    this.#program = program;
    this.#workTree = workTree;
    this.#listConfigFolders = listConfigFolders;
  }

  /** The known ones, also those that are gone. */
  get repositories(): readonly string[] {
    return [...this.#repositories.keys()].sort();
  }

  /** Those of the known ones that are there. */
  get present(): readonly string[] {
    return this.repositories.filter((folder) => this.#isThere(folder));
  }

  /** Those of the present ones that lie in no other one. */
  get outermost(): readonly string[] {
    const { present } = this;
    return present.filter((folder) => !present.some((each) => each !== folder && folder.startsWith(each)));
  }

  /**
   * Looks for repositories of which an index has files: git lists these like all others. `isThorough`: also where it
   * looked before.
   */
  async scan(entries: Pick<GitIndex, "isReadable" | "names">, signal?: AbortSignal, isThorough = false): Promise<void> {
    const look = (folder: string): void => {
      if (folder === "" || (this.#looked.has(folder) && !isThorough)) return;
      this.#looked.add(folder);
      if (this.#isThere(`${folder}/`)) this.#readerOf(`${folder}/`);
    };
    await lookAtEach(entries.isReadable ? entries.names.folders : [], look, signal);
  }

  /**
   * Returns the options with which `ls-files` obeys the rules of a repository alone: git gives those of its
   * `.gitignore` files precedence over those of its list, and these over those of its configuration.
   */
  async formatRules(folder: string): Promise<readonly string[]> {
    const files = await this.#readerOf(folder).findFiles();
    return ["--exclude-per-directory=.gitignore", ...files.map((file) => `--exclude-from=${file}`)];
  }

  /** Returns the patterns of these repositories that are in no `.gitignore` file. */
  async read(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    // One by one: each can ask git for its configuration.
    for (const folder of folders) texts.set(folder, await this.#readerOf(folder).read());
    return texts;
  }

  #isThere(folder: string): boolean {
    const top = `${this.#workTree}/${folder}`;
    return statItself(`${top}.git`) !== undefined && isRepository(top);
  }

  #readerOf(folder: string): ExcludesReader {
    const known = this.#repositories.get(folder);
    if (known) return known;
    const reader = new ExcludesReader(this.#program, path.join(this.#workTree, folder), this.#listConfigFolders);
    this.#repositories.set(folder, reader);
    return reader;
  }
}
