import type { Item } from "../../../shared/contract/items.ts";
import type { Page, PageAnchor } from "../../../shared/contract/toWebview.ts";
import { findPromptBeside, getRange } from "../view/timeline.ts";
import type { EarlierPlace, TranscriptPart } from "./earlierParts.ts";

/** Number of parts to hold before and after those with items of the last page. */
const maxNeighbors = 2;

interface HeldPart {
  readonly part: TranscriptPart;
  /** Number of parts between it and the loaded items. */
  readonly index: number;
}

/**
 * Some neighboring parts of a conversation that are far before the loaded items. Shows any item of the conversation,
 * and holds only the parts around the one that was shown last. Valid as long as the same item is the first loaded one.
 * Calls must not overlap.
 */
export class FarWindow {
  /**
   * Places before which the known parts begin, by the index of the part; a place is undefined where the conversation
   * begins.
   */
  readonly #places: (EarlierPlace | undefined)[];
  readonly #loaded: () => readonly Item[];
  /** Oldest first. */
  #held: readonly HeldPart[] = [];

  /** `place`: the beginning of the loaded items, which `loaded` returns, oldest first. */
  constructor(place: EarlierPlace, loaded: () => readonly Item[]) {
    this.#places = [place];
    this.#loaded = loaded;
  }

  /** Returns a page at an item; undefined if the conversation does not have the item. */
  async loadPage(at: Exclude<PageAnchor, { kind: "end" }>, count: number): Promise<Page | undefined> {
    if (!(await this.moveTo(at.id))) return undefined;
    const before = at.kind === "after" ? 0 : at.kind === "before" ? count : count / 2;
    const after = at.kind === "before" ? 0 : at.kind === "after" ? count : count / 2;
    while (this.#findIndex(at.id) < before && (await this.#extendBefore()));
    while (this.#items.length - 1 - this.#findIndex(at.id) < after && (await this.#extendAfter()));
    const reached = this.#reachedItems;
    const [start, end] = getRange(at.kind, this.#findIndex(at.id), reached.length, count);
    const page: Page = {
      thread: "",
      at,
      items: reached.slice(start, end),
      hasOlder: start > 0 || this.#hasBefore,
      hasNewer: end < reached.length || !this.#isBesideLoaded,
    };
    this.#release(page.items);
    return page;
  }

  /**
   * Holds the part with an item, and no other one if it was not held. Resolves to false if the conversation does not
   * have the item.
   */
  async moveTo(id: string): Promise<boolean> {
    if (this.has(id)) return true;
    const known = this.#places[0]?.findPart(id);
    if (known !== undefined) {
      const found = await this.#read(known);
      this.#held = found ? [found] : [];
      return this.has(id);
    }
    for (let next = await this.#readNext(); next; next = await this.#readNext()) {
      if (!next.part.items.some((item) => item.id === id)) continue;
      this.#held = [next];
      return true;
    }
    return false;
  }

  /** Returns the id of the prompt before (-1) or after (1) an item that is held; undefined if there is none. */
  async promptBeside(id: string, step: -1 | 1): Promise<string | undefined> {
    for (;;) {
      const found = findPromptBeside(this.#reachedItems, id, step);
      if (found !== undefined || !this.has(id)) return found;
      if (!(await (step === 1 ? this.#extendAfter() : this.#extendBefore()))) return undefined;
    }
  }

  /** Returns the held part that has a call, in any of its threads. */
  partOfCall(toolId: string): TranscriptPart | undefined {
    return this.#held.find(({ part }) => part.store.record(toolId) !== undefined)?.part;
  }

  /** Returns whether a held part has an item of the main thread. */
  has(id: string): boolean {
    return this.#findIndex(id) !== -1;
  }

  /** Returns whether an item is the first of the whole conversation. */
  isFirst(id: string): boolean {
    return !this.#hasBefore && this.#items.find((item) => item.kind !== "notice")?.id === id;
  }

  get #items(): readonly Item[] {
    return this.#held.flatMap(({ part }) => part.items);
  }

  /** The held items, with the loaded ones where nothing is between them. */
  get #reachedItems(): readonly Item[] {
    return this.#isBesideLoaded ? [...this.#items, ...this.#loaded()] : this.#items;
  }

  get #isBesideLoaded(): boolean {
    return this.#held.at(-1)?.index === 0;
  }

  /** True if an older part exists than the oldest one held. */
  get #hasBefore(): boolean {
    const [oldest] = this.#held;
    return oldest !== undefined && this.#places[oldest.index + 1] !== undefined;
  }

  #findIndex(id: string): number {
    return this.#items.findIndex((item) => item.id === id);
  }

  async #extendBefore(): Promise<boolean> {
    const [oldest] = this.#held;
    const older = oldest && (await this.#read(oldest.index + 1));
    if (older) this.#held = [older, ...this.#held];
    return older !== undefined;
  }

  async #extendAfter(): Promise<boolean> {
    const newest = this.#held.at(-1);
    const newer = newest && newest.index > 0 ? await this.#read(newest.index - 1) : undefined;
    if (newer) this.#held = [...this.#held, newer];
    return newer !== undefined;
  }

  /** Reads the oldest part whose place is known. */
  #readNext(): Promise<HeldPart | undefined> {
    return this.#read(this.#places.length - 1);
  }

  /** Reads the part with an index, whose place is known; undefined where the conversation begins. */
  async #read(index: number): Promise<HeldPart | undefined> {
    const place = this.#places[index];
    if (!place) return undefined;
    const { part, before } = await place.read();
    this.#places[index + 1] = before;
    return { part, index };
  }

  /** Releases the parts that have no item of a page and are not near one that has. */
  #release(page: readonly Item[]): void {
    const ids = new Set(page.map(({ id }) => id));
    const used = this.#held.flatMap(({ part }, index) => (part.items.some(({ id }) => ids.has(id)) ? [index] : []));
    const [first, last] = [(used[0] ?? 0) - maxNeighbors, (used.at(-1) ?? 0) + maxNeighbors];
    this.#held = this.#held.filter((_, index) => index >= first && index <= last);
  }
}
