import type { ConversationContext } from "../view/conversationContext.ts";

/**
 * Signs that a turn goes on: what the process writes of its own accord, see `isActivity`. The owner of `silentSince`.
 */
export class LifeSigns {
  readonly #context: ConversationContext;
  #last = 0;

  constructor(context: ConversationContext) {
    this.#context = context;
  }

  /** Time of the last one, in milliseconds since the epoch; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** True while a tool call runs, also of a subagent: it can be silent until it ends. */
  get isRunningCall(): boolean {
    return this.#context.store.unsettled().some(({ item }) => item.kind === "tool" && item.state === "running");
  }

  /** Notes one. It ends a silence that is shown. */
  note(): void {
    this.#last = this.#context.clock.now();
    this.showSilence(undefined);
  }

  /** Shows since when the turn is silent; undefined if it is not. */
  showSilence(since: number | undefined): void {
    if (this.#context.state.silentSince !== since) this.#context.patch({ silentSince: since ?? null });
  }
}
