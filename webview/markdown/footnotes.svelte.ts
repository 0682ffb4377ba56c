import { getContext, setContext } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import { scrollToNearest } from "../ui/focusElement.ts";

const key = Symbol("notes");

/** Shares the footnote names of a text among its parts: footnotes usually come after their references. */
export function provideNotes(): void {
  setContext(key, new SvelteSet<string>());
}

export function getNotes(): Set<string> {
  return getContext<Set<string>>(key);
}

/** Scrolls to a footnote of a text, which is a reference followed by a colon. */
export function showNote(text: Element | null | undefined, name: string): void {
  const references = [...(text?.querySelectorAll<HTMLAnchorElement>("sup > a") ?? [])];
  const note = references.find(
    (link) => link.title === `#note-${name}` && link.parentElement?.nextSibling?.nodeValue?.startsWith(":"),
  );
  if (note) scrollToNearest(note);
}
