import type { FromWebview } from "../../extension/shared/contract/fromWebview.ts";
import type { ThreadWindow } from "./threadWindow.svelte.ts";

/** Requests the parts of a thread that are not loaded, one at a time. */
export class Pages {
  readonly #thread: string;
  readonly #window: ThreadWindow;
  readonly #send: (message: FromWebview) => void;
  #isLoading = false;
  #isSeeking = false;

  constructor(thread: string, window: ThreadWindow, send: (message: FromWebview) => void) {
    this.#thread = thread;
    this.#window = window;
    this.#send = send;
  }

  /** Requests the items before the loaded ones. */
  loadOlder(): void {
    if (this.#window.hasOlder) this.#load("before", this.#window.items[0]?.id);
  }

  /** Requests the items after the loaded ones. */
  loadNewer(): void {
    if (this.#window.hasNewer) this.#load("after", this.#window.items.at(-1)?.id);
  }

  /** Requests the newest items if they are not loaded. */
  loadEnd(): void {
    if (this.#window.hasNewer) this.#send({ type: "loadPage", thread: this.#thread, at: { kind: "end" } });
  }

  /** Requests the items around an item. Returns false if they were already requested: the item no longer exists. */
  seek(id: string): boolean {
    if (this.#isSeeking) return false;
    this.#isSeeking = true;
    this.#send({ type: "loadPage", thread: this.#thread, at: { kind: "around", id } });
    return true;
  }

  stopSeeking(): void {
    this.#isSeeking = false;
  }

  /** Marks the pending request as answered. */
  taken(): void {
    this.#isLoading = false;
  }

  #load(kind: "before" | "after", id: string | undefined): void {
    if (this.#isLoading || id === undefined) return;
    this.#isLoading = true;
    this.#send({ type: "loadPage", thread: this.#thread, at: { kind, id } });
  }
}
