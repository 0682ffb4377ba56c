import { appendText, type Item } from "../../extension/shared/contract/items.ts";
import type { ItemDelta } from "../../extension/shared/contract/stateDeltas.ts";
import type { Page } from "../../extension/shared/contract/toWebview.ts";

/** Number of items kept while the user follows the end. */
const followed = 300;
/** Maximum number of items kept while the user reads elsewhere; newer ones are fetched on demand. */
const maxItems = 2_000;

/** The loaded part of a thread: consecutive items that usually include the newest. */
export class ThreadWindow {
  items: readonly Item[] = $state.raw([]);
  /** True if older items can be requested. */
  hasOlder = $state(false);
  /** True if newer items exist that are not loaded. */
  hasNewer = $state(false);
  #indexes = new Map<string, number>();

  /**
   * Takes a page, next to the item with which it was requested, or in place of all items. Drops a page that no longer
   * fits because the items changed in the meantime. Returns whether items were added in front.
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

  /** Applies changes in one step. `isFollowing`: the user is at the end, so that old items may be dropped. */
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
        // Not loaded: a page that is fetched later includes the change.
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

  /** True if more items are loaded than the end needs. */
  get isOverfull(): boolean {
    return this.items.length > followed * 2;
  }

  /** Drops the oldest items. A separate step, because the list must be told of a change at its front alone. */
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
