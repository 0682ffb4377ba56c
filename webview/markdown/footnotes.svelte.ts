import { getContext, setContext } from "svelte";
import { SvelteSet } from "svelte/reactivity";

const key = Symbol("notes");

/** Has the parts of one text share the names of its footnotes, which mostly come after what refers to them. */
export function provideNotes(): void {
  setContext(key, new SvelteSet<string>());
}

export function getNotes(): Set<string> {
  return getContext<Set<string>>(key);
}

/** Brings a footnote of a text to the screen: a reference that a colon follows. */
export function showNote(text: Element | null | undefined, name: string): void {
  const references = [...(text?.querySelectorAll<HTMLAnchorElement>("sup > a") ?? [])];
  const note = references.find((link) => link.title === `#note-${name}` && link.parentElement?.nextSibling?.nodeValue?.startsWith(":"));
  note?.scrollIntoView({ block: "nearest" });
}
