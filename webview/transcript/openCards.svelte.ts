import { untrack } from "svelte";
import { SvelteSet } from "svelte/reactivity";

/** How many are kept; the host takes no view of more than 10,000. */
const maxCards = 5_000;

/** Ids of what is open. Beyond a limit those that were opened first are closed. */
export class OpenCards extends SvelteSet<string> {
  readonly #closed: (id: string) => void;

  /** `closed`: what an id shows is not needed any more. */
  constructor(closed: (id: string) => void) {
    super();
    this.#closed = closed;
  }

  override add(id: string): this {
    super.add(id);
    untrack(() => {
      for (const oldest of this) {
        if (this.size <= maxCards) break;
        this.delete(oldest);
      }
    });
    return this;
  }

  override delete(id: string): boolean {
    this.#closed(id);
    return super.delete(id);
  }
}
