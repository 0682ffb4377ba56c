import { mainThread } from "../../../shared/contract/ids.ts";
import { appendText, type Item } from "../../../shared/contract/items.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { Page, PageAnchor } from "../../../shared/contract/toWebview.ts";

interface Thread {
  items: Item[];
  /** Positions of items by id, relative to the item that was first when the thread was created. */
  places: Map<string, number>;
  /** Position of the first item: prepended items have negative positions. */
  first: number;
}

/** The items of a conversation by thread. Applying a change costs time proportional to the change. */
export class Timeline {
  readonly #threads = new Map<string, Thread>();

  item(thread: string, id: string): Item | undefined {
    const found = this.#threads.get(thread);
    const index = found && indexOf(found, id);
    return index === undefined ? undefined : found?.items[index];
  }

  /** Returns the items of a thread in order; of the main thread by default. */
  items(thread: string = mainThread): readonly Item[] {
    return this.#threads.get(thread)?.items ?? [];
  }

  /** Returns up to `count` items at an anchor; the newest ones if the anchor item does not exist. */
  page(thread: string, at: PageAnchor, count: number): Page {
    const items = this.items(thread);
    const found = this.#threads.get(thread);
    const index = at.kind === "end" || !found ? undefined : indexOf(found, at.id);
    const [start, end] = getRange(index === undefined ? "end" : at.kind, index ?? 0, items.length, count);
    return { thread, at, items: items.slice(start, end), hasOlder: start > 0, hasNewer: end < items.length };
  }

  /** Inserts items before a thread, oldest first. The cost is proportional to their number. */
  prepend(thread: string, items: readonly Item[]): void {
    const found = this.#thread(thread);
    found.items = [...items, ...found.items];
    found.first -= items.length;
    items.forEach((item, index) => void found.places.set(item.id, found.first + index));
  }

  /** Removes the oldest items of the main thread, up to but without `id`, and returns them. */
  dropBefore(id: string): readonly Item[] {
    const found = this.#thread(mainThread);
    const count = indexOf(found, id) ?? 0;
    const dropped = found.items.slice(0, count);
    found.first += count;
    // New collections, because an emptied one keeps its memory.
    found.items = found.items.slice(count);
    found.places = new Map(found.items.map((item, index) => [item.id, found.first + index]));
    return dropped;
  }

  /** Removes a thread with all its items. */
  forget(thread: string): void {
    this.#threads.delete(thread);
  }

  /** Names of the threads that have items. */
  get threads(): readonly string[] {
    return [...this.#threads.keys()];
  }

  /**
   * Appends an item to a thread, or replaces the one with its id. Returns true for an item that the thread did not
   * contain.
   */
  put(name: string, item: Item): boolean {
    const thread = this.#thread(name);
    const index = indexOf(thread, item.id);
    if (index === undefined) thread.places.set(item.id, thread.first + thread.items.push(item) - 1);
    else thread.items[index] = item;
    return index === undefined;
  }

  apply(change: Exclude<StateDelta, { kind: "put" | "state" | "restored" }>): void {
    if (change.kind === "clear") return this.#threads.clear();
    const thread = this.#thread(change.thread);
    const index = indexOf(thread, change.id);
    switch (change.kind) {
      case "append": {
        const item = index === undefined ? undefined : thread.items[index];
        if (item && index !== undefined) thread.items[index] = appendText(item, change.text);
        return;
      }
      case "remove":
        if (index === undefined) return;
        thread.items.splice(index, 1);
        thread.places.delete(change.id);
        for (let later = index; later < thread.items.length; later++) {
          const item = thread.items[later];
          if (item) thread.places.set(item.id, thread.first + later);
        }
    }
  }

  #thread(name: string): Thread {
    let thread = this.#threads.get(name);
    if (!thread) {
      thread = { items: [], places: new Map(), first: 0 };
      this.#threads.set(name, thread);
    }
    return thread;
  }
}

function indexOf(thread: Thread, id: string): number | undefined {
  const place = thread.places.get(id);
  return place === undefined ? undefined : place - thread.first;
}

/** Returns the id of the prompt before (-1) or after (1) an item; undefined if there is none among the items. */
export function findPromptBeside(items: readonly Item[], id: string, step: -1 | 1): string | undefined {
  const at = items.findIndex((item) => item.id === id);
  if (at === -1) return undefined;
  return step === 1 ? items.slice(at + 1).find(isPrompt)?.id : items.slice(0, at).findLast(isPrompt)?.id;
}

function isPrompt({ kind }: Item): boolean {
  return kind === "prompt";
}

/** Returns the range of a page in `length` items, at the item with an index. */
export function getRange(
  kind: PageAnchor["kind"],
  index: number,
  length: number,
  count: number,
): readonly [start: number, end: number] {
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
