import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { PathKind } from "../../extension/shared/contract/composer/attachments.ts";
import type { PathLookupResults } from "../../extension/shared/contract/toWebview.ts";
import type { KnownPaths } from "../markdown/references.ts";

/** Time in milliseconds for which paths are collected before the request, and maximum number of paths per request. */
const gatherMs = 100;
const maxAtOnce = 200;
/** Maximum length of a path that the host accepts: it drops a batch that contains a longer one. */
const maxLength = 4_000;

/**
 * Looks up the kinds of the paths that replies and messages mention, through the host. A missing path is looked up
 * again when it is mentioned again.
 */
export class PathLookup implements Omit<KnownPaths, "hasNote"> {
  /** Number of times that all paths were marked for a new lookup. */
  rounds = $state(0);
  #repository: string | undefined = $state();
  #isAsked = false;
  /**
   * Every path that was requested. A key is added before it is read: readers of one key depend on it only, while
   * readers of a missing key depend on all.
   */
  readonly #kinds = new SvelteMap<string, PathKind | undefined>();
  readonly #asked = new Set<string>();
  readonly #look: (paths: readonly string[]) => void;
  #wanted: string[] = [];

  constructor(look: (paths: readonly string[]) => void) {
    this.#look = look;
  }

  /** The web page of the repository; requested when it is first read. */
  get repository(): string | undefined {
    if (!this.#isAsked) {
      this.#isAsked = true;
      setTimeout(() => this.#look([]), 0);
    }
    return this.#repository;
  }

  /**
   * Returns whether a file exists, and looks up an unknown path. Must not be called in a derived value, because it
   * changes state.
   */
  exists(path: string): boolean {
    this.lookFor(path);
    if (path.length <= maxLength && !untrack(() => this.#kinds.has(path))) this.#kinds.set(path, undefined);
    const kind = this.kindOf(path);
    return kind === "file" || kind === "longFile" || kind === "largeFile";
  }

  /** Returns the kind of a path; undefined until it is looked up. */
  kindOf(path: string): PathKind | undefined {
    return path === "" || path.length > maxLength ? "none" : this.#kinds.get(path);
  }

  lookFor(path: string): void {
    if (path === "" || path.length > maxLength) return;
    if (this.#asked.has(path)) return;
    this.#asked.add(path);
    if (this.#wanted.push(path) === 1) setTimeout(() => this.#ask(), gatherMs);
  }

  take({ found, repository }: Omit<PathLookupResults, "type">): void {
    this.#repository = repository;
    for (const { path, kind } of found) this.#kinds.set(path, kind);
  }

  /** Forgets all paths, when another conversation is shown. */
  clear(): void {
    this.#kinds.clear();
    this.#asked.clear();
    this.#wanted = [];
    this.#repository = undefined;
    this.#isAsked = false;
  }

  /**
   * Marks all paths for a new lookup, after a turn or when the user returns. Known results stay valid until new ones
   * arrive.
   */
  refresh(): void {
    this.#asked.clear();
    for (const path of this.#wanted) this.#asked.add(path);
    this.rounds++;
  }

  #ask(): void {
    const wanted = this.#wanted.splice(0, maxAtOnce);
    if (wanted.length > 0) this.#look(wanted);
    if (this.#wanted.length > 0) setTimeout(() => this.#ask(), gatherMs);
  }
}
