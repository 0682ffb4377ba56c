import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { Conversations } from "../conversations.ts";

/** Debounce in ms: a starting program writes several files at once. */
const gatherMs = 300;

/**
 * Ends an idle process when another program begins to continue its conversation, for example in a terminal with a
 * copied command line. Two processes on one transcript would each write without knowing the messages of the other.
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
    for (const open of this.#conversations.all)
      this.#conversations.inBackground(open.yieldProcess(), "ending a process that another one took over from");
  }
}
