import path from "node:path";
import { findRepository } from "../../git/worktrees.ts";
import { readSmallFile } from "../index/blobNames.ts";
import type { GitIndex } from "../index/gitIndex.ts";
import { lookAtEach, statItself } from "./compareDisk.ts";

/** Maximum size in bytes of a file with patterns that is read. */
const maxBytes = 1024 * 1024;

/** Returns the options with which git obeys the patterns of the repository of a folder that are in no work tree. */
export function excludeOwn(top: string): readonly string[] {
  const file = findExcludeFile(top);
  return file === undefined ? [] : [`--exclude-from=${file}`];
}

function findExcludeFile(top: string): string | undefined {
  const repository = findRepository(top);
  const file = repository && path.join(repository.common, "info", "exclude");
  return file !== undefined && repository?.top === top && statItself(file)?.isFile() ? file : undefined;
}

/** The patterns of the repositories inside of a work tree that are in no file of their work trees. */
export class NestedExcludes {
  readonly #workTree: string;
  /** Folders that were looked at, and the repositories among them; "/" at their ends. */
  readonly #looked = new Set<string>();
  readonly #repositories = new Set<string>();

  constructor(workTree: string) {
    this.#workTree = workTree;
  }

  /** The known ones, also those that are gone. */
  get repositories(): readonly string[] {
    return [...this.#repositories].sort();
  }

  /**
   * Looks for repositories of which an index has files: git lists these like all others. `isThorough`: also where it
   * looked before.
   */
  async scan(entries: Pick<GitIndex, "isReadable" | "names">, signal?: AbortSignal, isThorough = false): Promise<void> {
    const look = (folder: string): void => {
      if (folder === "" || (this.#looked.has(folder) && !isThorough)) return;
      this.#looked.add(folder);
      if (statItself(`${this.#workTree}/${folder}/.git`)) this.#repositories.add(`${folder}/`);
    };
    await lookAtEach(entries.isReadable ? entries.names.folders : [], look, signal);
  }

  /** Adds repositories. Returns whether one of them was not known. */
  add(repositories: readonly string[]): boolean {
    const before = this.#repositories.size;
    for (const each of repositories) this.#repositories.add(each);
    return this.#repositories.size > before;
  }

  /** Returns the patterns as those of the work tree; empty where no repository has any. */
  read(): string {
    return this.repositories
      .map((folder) => {
        const file = findExcludeFile(path.join(this.#workTree, folder));
        const text = file === undefined ? "" : (readSmallFile(file, maxBytes)?.toString("utf8") ?? "");
        return text
          .split("\n")
          .map((line) => toOuter(line, folder))
          .join("");
      })
      .join("");
  }
}

/** Returns a line of a list of patterns as one of the work tree, with its end; empty for one without a pattern. */
function toOuter(line: string, folder: string): string {
  const [, sign = "", pattern = ""] = /^(!?)(.*?)\r?$/.exec(line.startsWith("#") ? "" : line) ?? [];
  if (pattern.trim() === "") return "";
  const escaped = folder.replaceAll(/[\\*?[\]]/g, "\\$&");
  const isAnchored = pattern.replace(/\/\s*$/, "").includes("/");
  return `${sign}/${escaped}${isAnchored ? pattern.replace(/^\//, "") : `**/${pattern}`}\n`;
}
