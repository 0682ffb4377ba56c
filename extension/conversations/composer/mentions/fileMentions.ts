import type { Clock } from "../../../base/clock.ts";
import { escapePath } from "../../../base/invisible.ts";
import { canBeMentioned, type MentionSuggestion } from "../../../contract/suggestions.ts";
import { PathIndex } from "./pathIndex.ts";

/** The files of the workspace. */
export interface WorkspaceFiles {
  /** All files below a folder that its ignore files leave, as they are found, relative to it, with "/" between their parts. Fails when they cannot be listed. */
  list(folder: string): AsyncIterable<readonly string[]>;
  /** The other folders of the workspace, absolute. */
  otherRoots(folder: string): readonly string[];
  /** Files that editors show, the one in front first, as seen from a folder. */
  open(folder: string): readonly string[];
  /** Files that editors showed in this window, the newest first, as seen from a folder. */
  recent(folder: string): readonly string[];
}

/** Paths that are shown at once. */
const maxShown = 50;
/** How long a list of files is good for, in milliseconds, and a longer one for as many as it has files; an older one is still used while a new one is made. */
const freshMs = 10_000;
/** How often what was found so far is told while a folder is listed for the first time, in milliseconds: a small one is whole before. */
const partMs = 50;

interface Listed {
  readonly index: PathIndex;
  /** Until when it is good, in milliseconds since the epoch. */
  readonly until: number;
}

/** A list that is being made. */
interface Listing {
  /** What it has so far. */
  readonly index: PathIndex;
  readonly made: Promise<unknown>;
  /** Who asked last hears of more. */
  tell: () => void;
}

/** Finds files and folders that can be mentioned with @. */
export class FileMentions {
  readonly #files: WorkspaceFiles;
  readonly #clock: Clock;
  readonly #lists = new Map<string, Listed>();
  readonly #listing = new Map<string, Listing>();

  constructor(files: WorkspaceFiles, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
  }

  /**
   * Tells `found` what fits a query, files that editors show first. Of a folder whose files are not known yet it tells those first, then
   * all again as more are listed, unless another search asked meanwhile, and once they all are. Rejects when that fails, once for each time
   * that it is tried.
   */
  async search(folder: string, query: string, found: (found: readonly MentionSuggestion[]) => void): Promise<void> {
    // Before a conversation has a folder there is nothing to look in.
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

  /** Open ones first, then recent ones, then all others. */
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

  /** One listing at a time for a folder. */
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

  /** Of the other folders of the workspace with whole paths; one of those that cannot be listed is left out. */
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

/** A name that does not look like what it is has another label. */
function getSuggestion(text: string, isOpen: boolean): MentionSuggestion {
  const kind = isOpen ? "openFile" : text.endsWith("/") ? "folder" : "file";
  const label = escapePath(text);
  return { kind, text, ...(label === text ? {} : { label }) };
}
