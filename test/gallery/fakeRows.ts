import { flushSync, tick } from "svelte";
import { vi } from "vitest";
import { Showing } from "./showing.ts";
import type { GalleryState } from "./state.ts";

/** Reports of sizes that observers wait for. */
const waiting: (() => void)[] = [];

/** Lays out rows, which jsdom does not, in boxes that are higher than all of them. */
export function fakeRows() {
  const before = [globalThis.ResizeObserver, globalThis.CSS] as const;
  globalThis.ResizeObserver = class {
    readonly #report: ResizeObserverCallback;
    constructor(report: ResizeObserverCallback) {
      this.#report = report;
    }
    observe(target: Element) {
      const height = target.matches("[role=log], [role=group]") ? 10_000 : 20;
      waiting.push(() =>
        this.#report([{ target, contentRect: { width: 400, height } } as unknown as ResizeObserverEntry], this),
      );
    }
    unobserve() {}
    disconnect() {}
  };
  globalThis.CSS = { escape: (text: string) => text } as unknown as typeof CSS;
  Range.prototype.getBoundingClientRect ??= () => ({ top: 0, bottom: 0 }) as DOMRect;
  const shown = vi.spyOn(HTMLElement.prototype, "offsetParent", "get").mockReturnValue(document.body);
  return {
    end(): void {
      shown.mockRestore();
      [globalThis.ResizeObserver, globalThis.CSS] = before;
    },
  };
}

/** Says the sizes that were asked for. False when none were. */
function reportSizes(): boolean {
  const reports = waiting.splice(0);
  for (const report of reports) report();
  flushSync();
  return reports.length > 0;
}

/**
 * Metadata that Svelte keeps at every element in development: its place in the source, and the components around it.
 */
interface Meta {
  readonly loc?: { readonly file: string };
  readonly file?: string;
  readonly parent?: Meta | null;
}

/** The files of the components that drew an element. */
export function getComponents(element: Element): readonly string[] {
  const found: string[] = [];
  for (let meta = (element as { __svelte_meta?: Meta }).__svelte_meta; meta; meta = meta.parent ?? undefined)
    found.push(meta.loc?.file ?? meta.file ?? "");
  return found;
}

/** Shows a state until it stands still. */
export async function settle(state: GalleryState, target: Element): Promise<Showing> {
  const showing = new Showing(state, target);
  do {
    while (showing.advance()) {}
    // The list of rows begins to look at its size a little later.
    await tick();
  } while (reportSizes() || showing.advance());
  return showing;
}
