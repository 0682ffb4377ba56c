import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { PathKind } from "../../extension/contract/attachments.ts";
import type { PathLookupResults } from "../../extension/contract/toWebview.ts";
import type { KnownPaths } from "../markdown/references.ts";

/** How long names are gathered before they are looked for, in milliseconds, and how many at once. */
const gatherMs = 100;
const maxAtOnce = 200;
/** The longest name that the host takes: a batch with a longer one would be dropped whole. */
const maxLength = 4_000;

/** What is at the paths that replies and messages name. The host looks; what is not there is looked for again when it is named again. */
export class PathLookup implements Omit<KnownPaths, "hasNote"> {
  /** Counts the times that all is to be looked for again. */
  rounds = $state(0);
  #repository: string | undefined = $state();
  #isAsked = false;
  /** Every path that was asked about: who reads one is told of that one only, while reading a missing key is told of all. */
  readonly #kinds = new SvelteMap<string, PathKind | undefined>();
  readonly #asked = new Set<string>();
  readonly #look: (paths: readonly string[]) => void;
  #wanted: string[] = [];

  constructor(look: (paths: readonly string[]) => void) {
    this.#look = look;
  }

  /** Asked for with the first text that may name something of it. */
  get repository(): string | undefined {
    if (!this.#isAsked) {
      this.#isAsked = true;
      setTimeout(() => this.#look([]), 0);
    }
    return this.#repository;
  }

  /** Whether there is a file; looked for where that is not known. Not for what is derived: it changes what is known. */
  exists(path: string): boolean {
    this.lookFor(path);
    if (path.length <= maxLength && !untrack(() => this.#kinds.has(path))) this.#kinds.set(path, undefined);
    const kind = this.kindOf(path);
    return kind === "file" || kind === "longFile" || kind === "largeFile";
  }

  /** What is there; undefined until it was looked for. */
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

  /** Another conversation is shown. */
  clear(): void {
    this.#kinds.clear();
    this.#asked.clear();
    this.#wanted = [];
    this.#repository = undefined;
    this.#isAsked = false;
  }

  /** A turn is over, or the user comes back: what is there may be another now. Until that is known, what was known stands. */
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
