import { normalizeLabel, readDestination, readLabel, readTitle, skipSpace } from "../scan.ts";
import type { Target } from "../tokens.ts";

/** Looks up the target of a normalized label. */
export type Lookup = (label: string) => Target | undefined;

export interface FoundTarget {
  readonly target: Target;
  readonly end: number;
}

/** Reads the `(destination "title")` at `position`, behind a closing bracket. */
export function readTarget(text: string, position: number): FoundTarget | undefined {
  if (text[position] !== "(") return undefined;
  const start = skipSpace(text, position + 1);
  if (text[start] === ")") return { target: { href: "", title: "" }, end: start + 1 };
  const destination = readDestination(text, start);
  if (!destination) return undefined;
  const afterDestination = skipSpace(text, destination.end);
  const title = afterDestination > destination.end ? readTitle(text, afterDestination) : undefined;
  if (title === "unclosed") return undefined;
  const end = skipSpace(text, title?.end ?? afterDestination);
  return text[end] === ")"
    ? { target: { href: destination.value, title: title?.value ?? "" }, end: end + 1 }
    : undefined;
}

/**
 * Reads the reference that ends at or behind `position`, and looks up its target; `content` is the text between the
 * brackets before it.
 */
export function readReference(
  text: string,
  position: number,
  content: string | undefined,
  lookup: Lookup,
): FoundTarget | undefined {
  const label = readLabel(text, position);
  const hasLabel = label !== undefined && label.value !== "";
  const name = hasLabel ? label.value : content;
  if (name === undefined || name.length > 999 || name.trim() === "") return undefined;
  const target = lookup(normalizeLabel(name));
  return target && { target, end: label?.end ?? position };
}
