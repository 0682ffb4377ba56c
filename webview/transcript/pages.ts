import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { ThreadWindow } from "./threadWindow.svelte.ts";

/** Asks for parts of a thread that are not held, one at a time. */
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

  /** Asks for the items before the held ones. */
  loadOlder(): void {
    if (this.#window.hasOlder) this.#load("before", this.#window.items[0]?.id);
  }

  /** Asks for the items after the held ones. */
  loadNewer(): void {
    if (this.#window.hasNewer) this.#load("after", this.#window.items.at(-1)?.id);
  }

  /** Asks for the newest items, where they are not held. */
  loadEnd(): void {
    if (this.#window.hasNewer) this.#send({ type: "loadPage", thread: this.#thread, at: { kind: "end" } });
  }

  /** Asks for the items around one to go to. Returns false when that was asked already: it is gone. */
  seek(id: string): boolean {
    if (this.#isSeeking) return false;
    this.#isSeeking = true;
    this.#send({ type: "loadPage", thread: this.#thread, at: { kind: "around", id } });
    return true;
  }

  stopSeeking(): void {
    this.#isSeeking = false;
  }

  /** What was asked for came. */
  taken(): void {
    this.#isLoading = false;
  }

  #load(kind: "before" | "after", id: string | undefined): void {
    if (this.#isLoading || id === undefined) return;
    this.#isLoading = true;
    this.#send({ type: "loadPage", thread: this.#thread, at: { kind, id } });
  }
}
