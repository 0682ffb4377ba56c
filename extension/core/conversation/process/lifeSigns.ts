import type { Clock } from "../../../shared/base/clock.ts";
import type { StatePatch } from "../../../shared/contract/conversationState.ts";
import type { ConversationStore } from "../view/conversationStore.ts";

/**
 * Signs that a turn goes on: what the process writes of its own accord, see `isActivity`. The owner of `silentSince`.
 */
export class LifeSigns {
  readonly #store: ConversationStore;
  readonly #patch: (set: StatePatch) => void;
  readonly #clock: Clock;
  #last = 0;

  constructor(options: {
    readonly store: ConversationStore;
    readonly patch: (set: StatePatch) => void;
    readonly clock: Clock;
  }) {
    this.#store = options.store;
    this.#patch = options.patch;
    this.#clock = options.clock;
  }

  /** Time of the last one, in milliseconds since the epoch; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** True while a tool call runs, also of a subagent: it can be silent until it ends. */
  get isRunningCall(): boolean {
    return this.#store.unsettled().some(({ item }) => item.kind === "tool" && item.state === "running");
  }

  /** Notes one. It ends a silence that is shown. */
  note(): void {
    this.#last = this.#clock.now();
    this.showSilence(undefined);
  }

  /** Shows since when the turn is silent; undefined if it is not. */
  showSilence(since: number | undefined): void {
    if (this.#store.state.silentSince !== since) this.#patch({ silentSince: since ?? null });
  }
}
