import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { ToolDetails, ToolState } from "../../extension/contract/tools.ts";

/** What open tool cards show. They are large: they are sent once, and held as long as the card is open. */
export class OpenDetails {
  readonly #details = new SvelteMap<string, ToolDetails>();
  /** The state that each call had when its details were asked for. */
  readonly #asked = new Map<string, ToolState>();
  readonly #send: (message: FromWebview) => void;

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
  }

  /** Undefined until they are known. */
  get(toolId: string): ToolDetails | undefined {
    return this.#details.get(toolId);
  }

  /** Has them sent, unless those of this state are held: cards come and go with scrolling. */
  ensure(toolId: string, state: ToolState): void {
    if (this.#asked.get(toolId) === state && untrack(() => this.#details.has(toolId))) return;
    this.#asked.set(toolId, state);
    this.#send({ type: "openDetails", toolId });
  }

  /** Its card is not open any more. */
  close(toolId: string): void {
    this.#asked.delete(toolId);
    this.#details.delete(toolId);
  }

  /** An answer that comes after its card was closed is dropped. */
  take(toolId: string, details: ToolDetails): void {
    if (this.#asked.has(toolId)) this.#details.set(toolId, details);
  }

  clear(): void {
    this.#asked.clear();
    this.#details.clear();
  }
}
