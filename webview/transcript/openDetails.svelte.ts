import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { FromWebview } from "../../extension/shared/contract/fromWebview.ts";
import type { ToolDetails, ToolState } from "../../extension/shared/contract/tools.ts";

/** Details of open tool cards. They are large, so they are sent once and kept only while the card is open. */
export class OpenDetails {
  readonly #details = new SvelteMap<string, ToolDetails>();
  /** State of each call when its details were requested. */
  readonly #asked = new Map<string, ToolState>();
  readonly #send: (message: FromWebview) => void;

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
  }

  /** Returns the details; undefined until they arrive. */
  get(toolId: string): ToolDetails | undefined {
    return this.#details.get(toolId);
  }

  /** Requests the details unless they were already requested in this state: cards are mounted again while scrolling. */
  ensure(toolId: string, state: ToolState): void {
    if (this.#asked.get(toolId) === state && untrack(() => this.#details.has(toolId))) return;
    this.#asked.set(toolId, state);
    this.#send({ type: "openDetails", toolId });
  }

  /** Drops the details of a closed card. */
  close(toolId: string): void {
    this.#asked.delete(toolId);
    this.#details.delete(toolId);
  }

  /** Stores the details; drops them if the card was closed in the meantime. */
  take(toolId: string, details: ToolDetails): void {
    if (this.#asked.has(toolId)) this.#details.set(toolId, details);
  }

  clear(): void {
    this.#asked.clear();
    this.#details.clear();
  }
}
