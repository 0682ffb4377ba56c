import { appendText, type Item } from "../../extension/contract/items.ts";
import type { ItemDelta } from "../../extension/contract/stateDeltas.ts";
import type { Page } from "../../extension/contract/toWebview.ts";

/** Items kept while the reader follows the end. */
const followed = 300;
/** Items kept at most while the reader is elsewhere; newer ones are fetched when asked for. */
const maxItems = 2_000;

/** The part of a thread that the webview holds: a run of items that usually reaches the newest. */
export class ThreadWindow {
  items: readonly Item[] = $state.raw([]);
  /** Older items can be asked for. */
  hasOlder = $state(false);
  /** Newer items exist that are not held. */
  hasNewer = $state(false);
  #indexes = new Map<string, number>();

  /**
   * Takes a page: next to the item that it was asked for by, or in place of everything. One that no longer fits,
   * since something else came meanwhile, is dropped. Returns whether items went in front.
   */
  take(page: Page): boolean {
    switch (page.at.kind) {
      case "before":
        if (this.items[0]?.id !== page.at.id) return false;
        this.#replace([...page.items, ...this.items]);
        this.hasOlder = page.hasOlder;
        return true;
      case "after":
        if (this.items.at(-1)?.id !== page.at.id) return false;
        this.#replace([...this.items, ...page.items]);
        this.hasNewer = page.hasNewer;
        return false;
      case "around":
      case "end":
        this.#replace(page.items);
        this.hasOlder = page.hasOlder;
        this.hasNewer = page.hasNewer;
        return false;
    }
  }

  /** Applies changes in one step. `isFollowing` says that the reader is at the end, so that old items may go. */
  apply(changes: readonly ItemDelta[], isFollowing: boolean): void {
    if (changes.length === 0) return;
    let items = [...this.items];
    for (const change of changes) {
      const id = change.kind === "put" ? change.item.id : change.id;
      const index = this.#indexes.get(id);
      if (change.kind === "put") {
        if (index !== undefined) items[index] = change.item;
        else if (change.isNew === false) continue;
        else if (items.length >= maxItems && !isFollowing) this.hasNewer = true;
        else if (!this.hasNewer) this.#indexes.set(id, items.push(change.item) - 1);
      } else if (index === undefined) {
        // Not held: the page that is fetched for it will bring it as it is.
      } else if (change.kind === "append") {
        const item = items[index];
        if (item) items[index] = appendText(item, change.text);
      } else {
        items = items.filter((item) => item.id !== id);
        this.#index(items);
      }
    }
    this.items = items;
  }

  holds(id: string): boolean {
    return this.#indexes.has(id);
  }

  /** More is held than the end needs. */
  get isOverfull(): boolean {
    return this.items.length > followed * 2;
  }

  /** Lets the oldest items go. A list must be told that its front changes and nothing else, so this is a step of its own. */
  trim(): void {
    const excess = this.items.length - followed;
    if (excess <= 0) return;
    this.#replace(this.items.slice(excess));
    this.hasOlder = true;
  }

  clear(): void {
    this.#replace([]);
    this.hasOlder = this.hasNewer = false;
  }

  #replace(items: readonly Item[]): void {
    this.#index(items);
    this.items = items;
  }

  #index(items: readonly Item[]): void {
    this.#indexes = new Map(items.map((item, index) => [item.id, index]));
  }
}
