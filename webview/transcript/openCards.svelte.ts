import { untrack } from "svelte";
import { SvelteSet } from "svelte/reactivity";

/** Maximum number of open cards; the host rejects a view with more than 10,000. */
const maxCards = 5_000;

/** Ids of open cards. Beyond a limit the card that was opened first is closed. */
export class OpenCards extends SvelteSet<string> {
  readonly #closed: (id: string) => void;

  /** `closed` is called with the id of a card that is no longer open. */
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
