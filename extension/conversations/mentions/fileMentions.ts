import type { Clock } from "../../base/clock.ts";
import { escapePath } from "../../base/invisible.ts";
import { canBeMentioned, type MentionSuggestion } from "../../contract/suggestions.ts";
import { PathIndex } from "./pathIndex.ts";

/** The files of the workspace. */
export interface WorkspaceFiles {
  /** All files below a folder that its ignore files leave, relative to it, with "/" between their parts. Rejects when they cannot be listed. */
  list(folder: string): Promise<readonly string[]>;
  /** The other folders of the workspace, absolute. */
  otherRoots(folder: string): readonly string[];
  /** Files that editors show, the one in front first, as seen from a folder. */
  open(folder: string): readonly string[];
  /** Files that editors showed in this window, the newest first, as seen from a folder. */
  recent(folder: string): readonly string[];
}

/** Paths that are shown at once. */
const mostShown = 50;
/** How long a list of files is good for, in milliseconds, and a longer one for as many as it has files; an older one is still used while a new one is made. */
const freshMs = 10_000;

interface Listed {
  readonly index: PathIndex;
  /** Until when it is good, in milliseconds since the epoch. */
  readonly until: number;
}

/** Finds files and folders that can be mentioned with @. */
export class FileMentions {
  readonly #files: WorkspaceFiles;
  readonly #clock: Clock;
  readonly #lists = new Map<string, Listed>();
  readonly #listing = new Map<string, Promise<unknown>>();

  constructor(files: WorkspaceFiles, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
  }

  /**
   * Tells `found` what fits a query, files that editors show first. Of a folder whose files are not known yet it tells those first,
   * and all again once they are listed. Rejects when that fails, once for each time that it is tried.
   */
  async search(folder: string, query: string, found: (found: readonly MentionSuggestion[]) => void): Promise<void> {
    // Before a conversation has a folder there is nothing to look in.
    if (folder === "") return found([]);
    const known = this.#lists.get(folder);
    found(this.#fitting(folder, query, known?.index));
    if (known && this.#clock.now() < known.until) return;
    const listing = this.#list(folder);
    if (known) return void listing.catch(() => {});
    await listing;
    found(this.#fitting(folder, query, this.#lists.get(folder)?.index));
  }

  /** Open ones first, then recent ones, then all others. */
  #fitting(folder: string, query: string, index: PathIndex | undefined): readonly MentionSuggestion[] {
    const open = this.#files.open(folder).filter(canBeMentioned);
    const used = [...new Set([...open, ...this.#files.recent(folder).filter(canBeMentioned)])];
    const fitting =
      query === ""
        ? used
        : PathIndex.of(used)
            .search(query, mostShown)
            .filter((path) => !path.endsWith("/"));
    const isOpen = new Set(open);
    const isUsed = new Set(used);
    const others = (index?.search(query, mostShown) ?? []).filter((path) => !isUsed.has(path));
    return [...fitting.filter((path) => isOpen.has(path)), ...fitting.filter((path) => !isOpen.has(path)), ...others]
      .slice(0, mostShown)
      .map((path) => suggestionOf(path, isOpen.has(path)));
  }

  /** One listing at a time for a folder. */
  #list(folder: string): Promise<unknown> {
    const listing = this.#listing.get(folder) ?? this.#listAll(folder).finally(() => this.#listing.delete(folder));
    this.#listing.set(folder, listing);
    return listing;
  }

  /** Of the other folders of the workspace with whole paths; one of those that cannot be listed is left out. */
  async #listAll(folder: string): Promise<void> {
    const roots = this.#files.otherRoots(folder);
    try {
      const own = this.#files.list(folder);
      const others = await Promise.all(
        roots.map(async (root) => (await this.#files.list(root).catch(() => [])).map((file) => `${root.replaceAll("\\", "/")}/${file}`)),
      );
      const paths = others.length === 0 ? await own : [...(await own), ...others.flat()];
      this.#lists.set(folder, {
        index: await PathIndex.inSlices(paths, roots, () => this.#pause()),
        until: this.#clock.now() + Math.max(freshMs, paths.length),
      });
    } catch (error) {
      this.#lists.set(folder, { index: PathIndex.of([]), until: this.#clock.now() + freshMs });
      throw error;
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#clock.after(0, resolve));
  }
}

/** A name that does not look like what it is has another label. */
function suggestionOf(text: string, isOpen: boolean): MentionSuggestion {
  const kind = isOpen ? "openFile" : text.endsWith("/") ? "folder" : "file";
  const label = escapePath(text);
  return { kind, text, ...(label === text ? {} : { label }) };
}
