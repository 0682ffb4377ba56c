import type { Item } from "../../../shared/contract/items.ts";
import type { Timeline } from "./timeline.ts";

/** The rows that are not settled, so that the end of a turn does not search the transcript. */
export class UnsettledItems {
  readonly #timeline: Timeline;
  /** Threads by the ids of rows. */
  readonly #threads = new Map<string, string>();

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  list(): { thread: string; item: Item }[] {
    return [...this.#threads].flatMap(([id, thread]) => {
      const item = this.#timeline.item(thread, id);
      return item ? [{ thread, item }] : [];
    });
  }

  /** Notes the present state of a row. */
  note(thread: string, item: Item): void {
    if (isUnsettled(item)) this.#threads.set(item.id, thread);
    else this.#threads.delete(item.id);
  }

  forget(id: string): void {
    this.#threads.delete(id);
  }

  clear(): void {
    this.#threads.clear();
  }
}

function isUnsettled(item: Item): boolean {
  if (item.kind === "tool") return item.state === "queued" || item.state === "running" || item.state === "waiting";
  return (item.kind === "text" || item.kind === "thinking") && item.isStreaming;
}
