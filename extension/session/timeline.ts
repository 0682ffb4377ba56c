import type { Change } from "../contract/changes.ts";
import { mainThread } from "../contract/ids.ts";
import { appendText, type Item } from "../contract/items.ts";
import type { Page, PageAnchor } from "../contract/toWebview.ts";

interface Thread {
  readonly items: Item[];
  readonly indexes: Map<string, number>;
}

/** The items of a conversation, thread by thread. Applying a change costs the size of the change. */
export class Timeline {
  readonly #threads = new Map<string, Thread>();

  item(thread: string, id: string): Item | undefined {
    const found = this.#threads.get(thread);
    const index = found?.indexes.get(id);
    return index === undefined ? undefined : found?.items[index];
  }

  /** Items of a thread in order; the main one when none is named. */
  items(thread: string = mainThread): readonly Item[] {
    return this.#threads.get(thread)?.items ?? [];
  }

  /** Up to `count` items at an anchor. Next to an item that is not there, the newest ones. */
  page(thread: string, at: PageAnchor, count: number): Page {
    const items = this.items(thread);
    const index = at.kind === "end" ? undefined : this.#threads.get(thread)?.indexes.get(at.id);
    const [start, end] = rangeOf(index === undefined ? "end" : at.kind, index ?? 0, items.length, count);
    return { thread, at, items: items.slice(start, end), hasOlder: start > 0, hasNewer: end < items.length };
  }

  /** Drops a thread with all its items. */
  forget(thread: string): void {
    this.#threads.delete(thread);
  }

  apply(change: Exclude<Change, { kind: "state" | "restored" }>): void {
    if (change.kind === "clear") return this.#threads.clear();
    const thread = this.#thread(change.thread);
    const id = change.kind === "put" ? change.item.id : change.id;
    const index = thread.indexes.get(id);
    switch (change.kind) {
      case "put":
        if (index === undefined) thread.indexes.set(id, thread.items.push(change.item) - 1);
        else thread.items[index] = change.item;
        return;
      case "append": {
        const item = index === undefined ? undefined : thread.items[index];
        if (item && index !== undefined) thread.items[index] = appendText(item, change.text);
        return;
      }
      case "remove":
        if (index === undefined) return;
        thread.items.splice(index, 1);
        thread.indexes.delete(id);
        for (let later = index; later < thread.items.length; later++) {
          const item = thread.items[later];
          if (item) thread.indexes.set(item.id, later);
        }
    }
  }

  #thread(name: string): Thread {
    let thread = this.#threads.get(name);
    if (!thread) {
      thread = { items: [], indexes: new Map() };
      this.#threads.set(name, thread);
    }
    return thread;
  }
}

function rangeOf(kind: PageAnchor["kind"], index: number, length: number, count: number): readonly [start: number, end: number] {
  switch (kind) {
    case "end":
      return [Math.max(0, length - count), length];
    case "before":
      return [Math.max(0, index - count), index];
    case "after":
      return [index + 1, Math.min(length, index + 1 + count)];
    case "around": {
      const start = Math.max(0, index - Math.floor(count / 2));
      return [start, Math.min(length, start + count)];
    }
  }
}
