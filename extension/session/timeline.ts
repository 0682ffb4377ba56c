import { type Change, mainThread } from "../contract/changes.ts";
import type { Item } from "../contract/items.ts";
import type { Page } from "../contract/toWebview.ts";

interface Thread {
  readonly items: Item[];
  readonly places: Map<string, number>;
}

/** The items of a conversation, thread by thread. Applying a change costs the size of the change. */
export class Timeline {
  readonly #threads = new Map<string, Thread>();

  item(thread: string, id: string): Item | undefined {
    const found = this.#threads.get(thread);
    const place = found?.places.get(id);
    return place === undefined ? undefined : found?.items[place];
  }

  /** Items of a thread in order; the main one when none is named. */
  items(thread: string = mainThread): readonly Item[] {
    return this.#threads.get(thread)?.items ?? [];
  }

  /** Up to `count` items that end before place `before`; the newest ones when it is left out. */
  page(thread: string, count: number, before?: number): Page {
    const items = this.items(thread);
    const end = Math.min(before ?? items.length, items.length);
    const start = Math.max(0, end - count);
    return { thread, start, total: items.length, items: items.slice(start, end) };
  }

  apply(change: Exclude<Change, { kind: "state" }>): void {
    if (change.kind === "clear") return this.#threads.clear();
    const thread = this.#thread(change.thread);
    switch (change.kind) {
      case "put": {
        const place = thread.places.get(change.item.id);
        if (place === undefined) {
          thread.places.set(change.item.id, thread.items.length);
          thread.items.push(change.item);
        } else {
          thread.items[place] = change.item;
        }
        return;
      }
      case "append": {
        const place = thread.places.get(change.id);
        const item = place === undefined ? undefined : thread.items[place];
        if (place === undefined || !item || (item.kind !== "text" && item.kind !== "thinking")) return;
        thread.items[place] = { ...item, text: item.text + change.text };
        return;
      }
      case "remove": {
        const place = thread.places.get(change.id);
        if (place === undefined) return;
        thread.items.splice(place, 1);
        thread.places.delete(change.id);
        for (let index = place; index < thread.items.length; index++) {
          const item = thread.items[index];
          if (item) thread.places.set(item.id, index);
        }
      }
    }
  }

  #thread(name: string): Thread {
    let thread = this.#threads.get(name);
    if (!thread) {
      thread = { items: [], places: new Map() };
      this.#threads.set(name, thread);
    }
    return thread;
  }
}
