import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import type { Conversations } from "../conversations.ts";

/** A program that starts writes several files at once, in milliseconds. */
const gatherMs = 300;

/**
 * Gives way to a program that begins to go on with a conversation whose process here is idle, such as one in a terminal that was
 * opened with a copied line: two on one transcript would each write what the other does not know.
 */
export class ProcessYielder implements Disposable {
  readonly #conversations: Conversations;
  readonly #store = new DisposableStore();
  #gathering: Disposable | undefined;

  /** `watch` calls its argument whenever a program starts or ends. */
  constructor(conversations: Conversations, clock: Clock, watch: (changed: () => void) => Disposable) {
    this.#conversations = conversations;
    const gather = (): void => {
      this.#gathering?.dispose();
      this.#gathering = clock.after(gatherMs, () => this.#look());
    };
    this.#store.add(watch(gather));
    this.#store.defer(() => this.#gathering?.dispose());
  }

  dispose(): void {
    this.#store.dispose();
  }

  #look(): void {
    for (const open of this.#conversations.all) this.#conversations.inBackground(open.yieldProcess(), "ending a process that another one took over from");
  }
}
