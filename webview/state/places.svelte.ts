import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { KnownPlaces } from "../markdown/references.ts";

/** How long names are gathered before they are looked for, in milliseconds, and how many at once. */
const gatherMs = 100;
const mostAtOnce = 200;
/** The longest name that the host takes: a batch with a longer one would be dropped whole. */
const longest = 4_000;

/** Which of the places that replies name are there. The host looks; what is not there is looked for again when it is named again. */
export class Places implements Omit<KnownPlaces, "hasNote"> {
  #repository: string | undefined = $state();
  #isAsked = false;
  /** Every path that was asked about: who reads one is told of that one only, while reading a missing key is told of all. */
  readonly #there = new SvelteMap<string, boolean>();
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

  exists(path: string): boolean {
    if (path.length > longest) return false;
    if (!untrack(() => this.#there.has(path))) this.#there.set(path, false);
    if (this.#there.get(path)) return true;
    if (this.#asked.has(path)) return false;
    this.#asked.add(path);
    if (this.#wanted.push(path) === 1) setTimeout(() => this.#ask(), gatherMs);
    return false;
  }

  take(there: readonly string[], repository: string | undefined): void {
    this.#repository = repository;
    for (const path of there) this.#there.set(path, true);
  }

  /** Another conversation is shown. */
  clear(): void {
    this.#there.clear();
    this.#asked.clear();
    this.#wanted = [];
    this.#repository = undefined;
    this.#isAsked = false;
  }

  /** A turn is over: what was not there may be there now. */
  again(): void {
    for (const path of this.#asked) if (!this.#there.get(path)) this.#asked.delete(path);
  }

  #ask(): void {
    const wanted = this.#wanted.splice(0, mostAtOnce);
    if (wanted.length > 0) this.#look(wanted);
    if (this.#wanted.length > 0) setTimeout(() => this.#ask(), gatherMs);
  }
}
