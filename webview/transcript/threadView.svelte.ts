import { tick } from "svelte";
import type { FromWebview } from "../../extension/shared/contract/fromWebview.ts";
import type { ItemDelta } from "../../extension/shared/contract/stateDeltas.ts";
import type { Page } from "../../extension/shared/contract/toWebview.ts";
import { Pages } from "./pages.ts";
import { ThreadWindow } from "./threadWindow.svelte.ts";

/** A thread as a list shows it: the conversation, or the steps of a subagent. */
export class ThreadView {
  readonly window = new ThreadWindow();
  /** Requests the items that are not loaded. */
  readonly pages: Pages;
  /** True if the end stays in view as the thread grows. */
  isFollowing = $state(true);
  /** True if the last update changed the items in front of the visible ones. */
  isShifting = $state(false);
  #isTrimming = false;
  /** Id of the item around which items were requested, until they arrive. */
  #awaited: string | undefined;

  constructor(thread: string, send: (message: FromWebview) => void) {
    this.pages = new Pages(thread, this.window, send);
  }

  take(page: Page): void {
    this.pages.taken();
    if (page.at.kind === "around" && page.at.id === this.#awaited) this.#awaited = undefined;
    this.isShifting = this.window.take(page);
  }

  /**
   * Takes the newest page after a reload. If the user reads elsewhere, requests the items around that position instead.
   */
  retake(page: Page, reading: string | undefined): void {
    this.isShifting = false;
    if (this.isFollowing || reading === undefined || !this.window.holds(reading)) return this.take(page);
    // New items do not adjoin the loaded ones.
    this.window.hasNewer = true;
    this.pages.stopSeeking();
    this.seek(reading);
  }

  /** Requests the items around an item. Returns false if they arrived without it: the item no longer exists. */
  seek(id: string): boolean {
    if (this.pages.seek(id)) this.#awaited = id;
    return this.#awaited === id;
  }

  apply(changes: readonly ItemDelta[]): void {
    this.isShifting = false;
    this.window.apply(changes, this.isFollowing);
    void this.#trimLater();
  }

  /** Follows the end again; fetches the newest items if they are not loaded. Cancels a pending seek. */
  follow(): void {
    this.isFollowing = true;
    this.#awaited = undefined;
    this.pages.stopSeeking();
    this.pages.loadEnd();
  }

  /** Drops old rows after this update, in an update of its own. */
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
