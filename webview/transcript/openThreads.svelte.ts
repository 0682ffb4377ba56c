import { SvelteMap } from "svelte/reactivity";
import type { FromWebview } from "../../extension/shared/contract/fromWebview.ts";
import type { ItemDelta } from "../../extension/shared/contract/stateDeltas.ts";
import type { Page } from "../../extension/shared/contract/toWebview.ts";
import { ThreadView } from "./threadView.svelte.ts";

/** Threads of subagents whose cards are open. */
export class OpenThreads {
  readonly #threads = new SvelteMap<string, ThreadView>();
  readonly #send: (message: FromWebview) => void;

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
  }

  get(thread: string): ThreadView | undefined {
    return this.#threads.get(thread);
  }

  /** Requests the items of a thread while its card is open. */
  ensure(thread: string): void {
    if (this.#threads.has(thread)) return;
    this.#threads.set(thread, new ThreadView(thread, this.#send));
    this.#send({ type: "openThread", thread, isOpen: true });
  }

  close(thread: string): void {
    this.#threads.delete(thread);
    this.#send({ type: "openThread", thread, isOpen: false });
  }

  /** Requests the items of all open threads again. */
  reopen(): void {
    for (const thread of this.#threads.keys()) this.#send({ type: "openThread", thread, isOpen: true });
  }

  clear(): void {
    this.#threads.clear();
  }

  take(page: Page): void {
    this.#threads.get(page.thread)?.take(page);
  }

  apply(thread: string, changes: readonly ItemDelta[]): void {
    this.#threads.get(thread)?.apply(changes);
  }
}
