import { tick } from "svelte";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { ItemDelta } from "../../extension/contract/stateDeltas.ts";
import type { Page } from "../../extension/contract/toWebview.ts";
import { Pages } from "./pages.ts";
import { ThreadWindow } from "./threadWindow.svelte.ts";

/** A thread as a list shows it: the conversation, or what a subagent did. */
export class ThreadView {
  readonly window = new ThreadWindow();
  /** Asks for what is not held. */
  readonly pages: Pages;
  /** Whether the end stays in view as the thread grows. */
  isFollowing = $state(true);
  /** Items went in front of the ones on the screen with the last update. */
  isShifting = $state(false);
  #isTrimming = false;
  /** The item that others around it were asked for by, until they come. */
  #awaited: string | undefined;

  constructor(thread: string, send: (message: FromWebview) => void) {
    this.pages = new Pages(thread, this.window, send);
  }

  take(page: Page): void {
    this.pages.taken();
    if (page.at.kind === "around" && page.at.id === this.#awaited) this.#awaited = undefined;
    this.isShifting = this.window.take(page);
  }

  /** Takes the newest page afresh. Somebody who reads elsewhere stays there: the items around what is read are asked for instead. */
  retake(page: Page, reading: string | undefined): void {
    this.isShifting = false;
    if (this.isFollowing || reading === undefined || !this.window.holds(reading)) return this.take(page);
    // What comes meanwhile is not next to what is held.
    this.window.hasNewer = true;
    this.pages.stopSeeking();
    this.seek(reading);
  }

  /** Asks for the items around one to go to. Returns false where they came without it: it is gone. */
  seek(id: string): boolean {
    if (this.pages.seek(id)) this.#awaited = id;
    return this.#awaited === id;
  }

  apply(changes: readonly ItemDelta[]): void {
    this.isShifting = false;
    this.window.apply(changes, this.isFollowing);
    void this.#trimLater();
  }

  /** Follows the end again; fetches it where it is not held. Nothing else is sought any more. */
  follow(): void {
    this.isFollowing = true;
    this.#awaited = undefined;
    this.pages.stopSeeking();
    this.pages.loadEnd();
  }

  /** Lets old rows go after this update, in one of its own. */
  async #trimLater(): Promise<void> {
    if (this.#isTrimming || !this.isFollowing || !this.window.isOverfull) return;
    this.#isTrimming = true;
    await tick();
    this.#isTrimming = false;
    if (!this.isFollowing) return;
    this.isShifting = true;
    this.window.trim();
  }
}
