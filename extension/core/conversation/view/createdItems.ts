import { mainThread } from "../../../shared/contract/ids.ts";

/** The items that one frame created. */
export interface FrameItems {
  readonly thread: string;
  readonly ids: readonly string[];
}

/**
 * The items that each frame created, by the uuid of the frame. Nearly none is ever looked up, so they are ordered only
 * when one is.
 */
export class CreatedItems {
  /** Nearly every frame creates one item of the main thread, of which the id is enough. */
  readonly #known = new Map<string, string | FrameItems>();
  /** Uuids and what they created, by turns, since the last look. */
  #latest: (string | FrameItems)[] = [];

  note(uuid: string, { thread, ids }: FrameItems): void {
    const [id] = ids;
    this.#latest.push(uuid, id !== undefined && ids.length === 1 && thread === mainThread ? id : { thread, ids });
  }

  get(uuid: string): FrameItems | undefined {
    this.#order();
    const created = this.#known.get(uuid);
    return typeof created === "string" ? { thread: mainThread, ids: [created] } : created;
  }

  /** Forgets the frames of which no item exists anymore. */
  prune(exists: (thread: string, id: string) => boolean): void {
    this.#order();
    for (const [uuid, created] of this.#known) {
      const { thread, ids } = typeof created === "string" ? { thread: mainThread, ids: [created] } : created;
      if (!ids.some((id) => exists(thread, id))) this.#known.delete(uuid);
    }
  }

  clear(): void {
    this.#known.clear();
    this.#latest = [];
  }

  #order(): void {
    for (let at = 0; at < this.#latest.length; at += 2) {
      const [uuid, created] = [this.#latest[at], this.#latest[at + 1]];
      if (typeof uuid === "string" && created !== undefined) this.#known.set(uuid, created);
    }
    this.#latest = [];
  }
}
