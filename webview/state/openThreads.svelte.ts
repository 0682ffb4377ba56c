import { SvelteMap } from "svelte/reactivity";
import type { ItemChange } from "../../extension/contract/changes.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { Page } from "../../extension/contract/toWebview.ts";
import { ThreadWindow } from "./threadWindow.svelte.ts";

/** Threads of subagents whose cards are open. Each follows its end: its earlier steps are fetched by a button. */
export class OpenThreads {
  readonly #threads = new SvelteMap<string, ThreadWindow>();
  readonly #send: (message: FromWebview) => void;

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
  }

  get(thread: string): ThreadWindow | undefined {
    return this.#threads.get(thread);
  }

  /** Has its items sent, as long as its card is open. */
  ensure(thread: string): void {
    if (this.#threads.has(thread)) return;
    this.#threads.set(thread, new ThreadWindow());
    this.#send({ type: "openThread", thread, isOpen: true });
  }

  close(thread: string): void {
    this.#threads.delete(thread);
    this.#send({ type: "openThread", thread, isOpen: false });
  }

  /** Asks again for all of them. */
  reopen(): void {
    for (const thread of this.#threads.keys()) this.#send({ type: "openThread", thread, isOpen: true });
  }

  clear(): void {
    this.#threads.clear();
  }

  /** Asks for earlier items. */
  loadOlder(thread: string): void {
    const window = this.#threads.get(thread);
    const first = window?.items[0];
    if (window?.hasOlder && first) this.#send({ type: "loadPage", thread, at: { kind: "before", id: first.id } });
  }

  take(page: Page): void {
    this.#threads.get(page.thread)?.take(page);
  }

  apply(thread: string, changes: readonly ItemChange[]): void {
    const window = this.#threads.get(thread);
    window?.apply(changes, true);
    if (window?.isOverfull) window.trim();
  }
}
