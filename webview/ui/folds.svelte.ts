import { getContext, setContext } from "svelte";
import { SvelteSet } from "svelte/reactivity";

/** What is unfolded in a part of the page, by names of its own. */
export interface Folds {
  isOpen(name: string): boolean;
  setOpen(name: string, isOpen: boolean): void;
  /** Whether somebody looks for what a text of this part holds, so that it is to be seen. The text is asked for only where that can be. */
  isSought(text: () => string): boolean;
}

const key = Symbol("folds");

/** Has the components below keep what is unfolded there. */
export function provideFolds(folds: Folds): void {
  setContext(key, folds);
}

/** Where nobody keeps it, it lasts as long as the component. */
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
