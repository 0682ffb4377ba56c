import { getContext, setContext } from "svelte";
import { SvelteSet } from "svelte/reactivity";

/** Open states of a part of the page, by names that are unique in it. */
export interface Folds {
  isOpen(name: string): boolean;
  setOpen(name: string, isOpen: boolean): void;
  /**
   * Returns whether the selected search match is in a text of this part, which must then be visible. Calls `text` only
   * if that is possible.
   */
  isSought(text: () => string): boolean;
}

const key = Symbol("folds");

/** Makes the components below store their open states in `folds`. */
export function provideFolds(folds: Folds): void {
  setContext(key, folds);
}

/** Returns the provided folds; without any, folds that last as long as the component. */
export function getFolds(): Folds {
  return getContext<Folds | undefined>(key) ?? new LooseFolds();
}

class LooseFolds implements Folds {
  readonly #open = new SvelteSet<string>();

  isOpen(name: string): boolean {
    return this.#open.has(name);
  }

  setOpen(name: string, isOpen: boolean): void {
    if (isOpen) this.#open.add(name);
    else this.#open.delete(name);
  }

  isSought(): boolean {
    return false;
  }
}
