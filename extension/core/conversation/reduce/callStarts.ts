import { toRunningItem } from "./callStates.ts";
import type { CallStartsView, Reduction, StoreView } from "./reduction.ts";
import { createToolDelta } from "./toolItems.ts";

/** The starts of calls that hooks reported. */
export class CallStarts implements CallStartsView {
  readonly #early = new Map<string, number>();
  #isReported = false;

  get isReported(): boolean {
    return this.#isReported;
  }

  take(toolId: string): number | undefined {
    const at = this.#early.get(toolId);
    if (at !== undefined) this.#early.delete(toolId);
    return at;
  }

  /** Notes that a call begins to run. Returns the change of its row, if there is one. */
  note(store: StoreView, toolId: string, now: number): Reduction {
    this.#isReported = true;
    // The hook can arrive before any frame that names the call.
    if (!store.record(toolId)) this.#early.set(toolId, now);
    return { deltas: createToolDelta(store, toolId, (item) => toRunningItem(item, now)) };
  }

  /** Forgets what the last process reported. */
  beginProcess(): void {
    this.#isReported = false;
    this.#early.clear();
  }
}
