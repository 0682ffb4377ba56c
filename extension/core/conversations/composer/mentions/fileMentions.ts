import type { Clock } from "../../../../shared/base/clock.ts";
import { escapePath } from "../../../../shared/base/invisible.ts";
import { canBeMentioned, type MentionSuggestion } from "../../../../shared/contract/composer/suggestions.ts";
import { PathIndex } from "./pathIndex.ts";

/** Files of the workspace. */
export interface WorkspaceFiles {
  /**
   * Lists all files below a folder that its ignore files do not exclude, in batches as they are found; relative paths
   * with "/". Throws when listing fails.
   */
  list(folder: string): AsyncIterable<readonly string[]>;
  /** Returns the other folders of the workspace, absolute. */
  otherRoots(folder: string): readonly string[];
  /** Returns the files in open editors, the active one first, relative to a folder. */
  open(folder: string): readonly string[];
  /** Returns the files that editors showed in this window, the newest first, relative to a folder. */
  recent(folder: string): readonly string[];
}

/** Maximum number of suggestions. */
const maxShown = 50;
/**
 * Minimum time in ms that a list of files stays fresh; a larger list stays fresh for one ms per file. A stale list is
 * used while a new one is made.
 */
const freshMs = 10_000;
/** Interval in ms at which a first listing of a folder reports partial results; a small folder is complete before. */
const partMs = 50;

interface CachedListing {
  readonly index: PathIndex;
  /** End of its freshness, in ms since the Unix epoch. */
  readonly until: number;
}

/** A listing in progress. */
interface Listing {
  /** Paths found so far. */
  readonly index: PathIndex;
  readonly made: Promise<unknown>;
  /** Reports more paths; only the last search receives them. */
  tell: () => void;
}

/** Finds files and folders that the user can mention with @. */
export class FileMentions {
  readonly #files: WorkspaceFiles;
  readonly #clock: Clock;
  readonly #lists = new Map<string, CachedListing>();
  readonly #listing = new Map<string, Listing>();

  constructor(files: WorkspaceFiles, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
  }

  /**
   * Reports matches of a query through `found`, files of editors first. For a folder that is not listed yet, it reports
   * those first, then all matches again as the listing grows (unless another search began meanwhile), and at its end.
   * Rejects when listing fails, once per attempt.
   */
  async search(folder: string, query: string, found: (found: readonly MentionSuggestion[]) => void): Promise<void> {
    // A conversation without a folder has no files to search.
    if (folder === "") return found([]);
    const known = this.#lists.get(folder);
    const tell = (index = this.#lists.get(folder)?.index): void => found(this.#fitting(folder, query, index));
    tell(known?.index ?? this.#listing.get(folder)?.index);
    if (known && this.#clock.now() < known.until) return;
    const listing = this.#list(folder);
    if (known) return void listing.made.catch(() => {});
    listing.tell = () => tell(listing.index);
    await listing.made;
    tell();
  }

  /** Returns the matches: open files first, then recent ones, then all others. */
  #fitting(folder: string, query: string, index: PathIndex | undefined): readonly MentionSuggestion[] {
    const open = this.#files.open(folder).filter(canBeMentioned);
    const used = [...new Set([...open, ...this.#files.recent(folder).filter(canBeMentioned)])];
    const fitting =
      query === ""
        ? used
        : PathIndex.of(used)
            .search(query, maxShown)
            .filter((path) => !path.endsWith("/"));
    const isOpen = new Set(open);
    const isUsed = new Set(used);
    const others = (index?.search(query, maxShown) ?? []).filter((path) => !isUsed.has(path));
    return [...fitting.filter((path) => isOpen.has(path)), ...fitting.filter((path) => !isOpen.has(path)), ...others]
      .slice(0, maxShown)
      .map((path) => getSuggestion(path, isOpen.has(path)));
  }

  /** Starts a listing; at most one per folder runs at a time. */
  #list(folder: string): Listing {
    const present = this.#listing.get(folder);
    if (present) return present;
    const roots = this.#files.otherRoots(folder);
    const index = new PathIndex(roots.map((root) => root.replaceAll("\\", "/")));
    const made = this.#listAll(folder, roots, index).finally(() => this.#listing.delete(folder));
    const listing: Listing = { index, made, tell: () => {} };
    this.#listing.set(folder, listing);
    return listing;
  }

  /**
   * Lists the folder and the other workspace folders, whose files get absolute paths; one of those that cannot be
   * listed is left out.
   */
  async #listAll(folder: string, roots: readonly string[], index: PathIndex): Promise<void> {
    let toldAt = this.#clock.now();
    const read = async (root: string, before: string): Promise<void> => {
      for await (const files of this.#files.list(root)) {
        index.add(before === "" ? files : files.map((file) => before + file));
        if (this.#clock.now() < toldAt + partMs) continue;
        this.#listing.get(folder)?.tell();
        toldAt = this.#clock.now();
      }
    };
    try {
      const own = read(folder, "");
      const others = roots.map((root) => read(root, `${root.replaceAll("\\", "/")}/`).catch(() => {}));
      await Promise.all([own, ...others]);
      this.#lists.set(folder, { index, until: this.#clock.now() + Math.max(freshMs, index.size) });
    } catch (error) {
      this.#lists.set(folder, { index: new PathIndex(), until: this.#clock.now() + freshMs });
      throw error;
    }
  }
}

/** Adds a label where the path contains invisible or reordering characters, which the label names. */
function getSuggestion(text: string, isOpen: boolean): MentionSuggestion {
  const kind = isOpen ? "openFile" : text.endsWith("/") ? "folder" : "file";
  const label = escapePath(text);
  return { kind, text, ...(label === text ? {} : { label }) };
}
