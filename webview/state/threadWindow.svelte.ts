import type { Change } from "../../extension/contract/changes.ts";
import type { Item } from "../../extension/contract/items.ts";
import type { Page } from "../../extension/contract/toWebview.ts";

type ItemChange = Exclude<Change, { kind: "state" } | { kind: "clear" }>;

/** Items kept while the reader follows the end. */
const followed = 300;
/** Items kept at most while the reader is elsewhere; newer ones are fetched when asked for. */
const most = 2_000;

/** The part of a thread that the page holds: a run of items that usually reaches the newest. */
export class ThreadWindow {
  items: readonly Item[] = $state.raw([]);
  /** Place of the first held item in the whole thread. */
  start = $state(0);
  /** Newer items exist that are not held. */
  isDetached = $state(false);
  #places = new Map<string, number>();

  /** True when older items can be asked for. */
  get hasOlder(): boolean {
    return this.start > 0;
  }

  /** Holds exactly this page. */
  show(page: Page): void {
    this.#replace(page.items, page.start);
    this.isDetached = page.start + page.items.length < page.total;
  }

  /**
   * Takes a page: in front of what is held when it ends there, in its place when it reaches the newest.
   * Any other was asked for before something else came. Returns true when it went in front.
   */
  take(page: Page): boolean {
    const end = page.start + page.items.length;
    const isOlder = this.items.length > 0 && page.start < this.start && end >= this.start;
    if (isOlder) this.#replace([...page.items.slice(0, this.start - page.start), ...this.items], page.start);
    else if (this.items.length === 0 || end === page.total) this.show(page);
    return isOlder;
  }

  /** Applies changes in one step. `isFollowing` says that the reader is at the end, so that old items may go. */
  apply(changes: readonly ItemChange[], isFollowing: boolean): void {
    if (changes.length === 0) return;
    let items = [...this.items];
    for (const change of changes) {
      const id = change.kind === "put" ? change.item.id : change.id;
      const place = this.#places.get(id);
      if (change.kind === "put") {
        if (place !== undefined) items[place] = change.item;
        else if (change.isNew === false) continue;
        else if (items.length >= most && !isFollowing) this.isDetached = true;
        else if (!this.isDetached) this.#places.set(id, items.push(change.item) - 1);
      } else if (place === undefined) {
        // Not held: the page that is fetched for it will bring it as it is.
      } else if (change.kind === "append") {
        const item = items[place];
        if (item?.kind === "text" || item?.kind === "thinking") items[place] = { ...item, text: item.text + change.text };
      } else {
        items = items.filter((item) => item.id !== id);
        this.#index(items);
      }
    }
    this.items = items;
  }

  /** More is held than the end needs. */
  get isOverfull(): boolean {
    return this.items.length > followed * 2;
  }

  /** Lets the oldest items go. A list must be told that its front changes and nothing else, so this is a step of its own. */
  trim(): void {
    const excess = this.items.length - followed;
    if (excess > 0) this.#replace(this.items.slice(excess), this.start + excess);
  }

  clear(): void {
    this.#replace([], 0);
    this.isDetached = false;
  }

  #replace(items: readonly Item[], start: number): void {
    this.#index(items);
    this.items = items;
    this.start = start;
  }

  #index(items: readonly Item[]): void {
    this.#places = new Map(items.map((item, place) => [item.id, place]));
  }
}
