import { mainThread } from "../contract/ids.ts";

/** Items that a frame created. */
export interface Created {
  readonly thread: string;
  readonly ids: readonly string[];
}

/** The items that each frame created, by the uuid of the frame. */
export class CreatedItems {
  /** Nearly every frame creates one item of the main thread, of which the id is enough. */
  readonly #ids = new Map<string, string>();
  readonly #others = new Map<string, Created>();

  note(uuid: string, { thread, ids }: Created): void {
    const [id] = ids;
    if (id !== undefined && ids.length === 1 && thread === mainThread) {
      this.#ids.set(uuid, id);
      this.#others.delete(uuid);
    } else {
      this.#others.set(uuid, { thread, ids });
      this.#ids.delete(uuid);
    }
  }

  get(uuid: string): Created | undefined {
    const id = this.#ids.get(uuid);
    return id === undefined ? this.#others.get(uuid) : { thread: mainThread, ids: [id] };
  }

  /** Forgets the frames of which no item exists anymore. */
  prune(exists: (thread: string, id: string) => boolean): void {
    for (const [uuid, id] of this.#ids) if (!exists(mainThread, id)) this.#ids.delete(uuid);
    for (const [uuid, { thread, ids }] of this.#others) if (!ids.some((id) => exists(thread, id))) this.#others.delete(uuid);
  }

  clear(): void {
    this.#ids.clear();
    this.#others.clear();
  }
}
