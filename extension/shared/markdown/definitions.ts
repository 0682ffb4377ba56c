import { normalizeLabel, readDestination, readLabel, readTitle, skipSpace } from "./scan.ts";
import type { Target } from "./tokens.ts";

export interface Definition {
  readonly label: string;
  readonly target: Target;
  readonly end: number;
}

/**
 * Reads the link definition at the start of `text`, which consists of whole lines. Returns "wait" when another line
 * could change the result; with `isComplete` no other line follows.
 */
export function readLinkDefinition(text: string, isComplete: boolean): Definition | "wait" | undefined {
  const wait = isComplete ? undefined : "wait";
  const label = readLabel(text, 0);
  if (!label) return !isComplete && isOpenLabel(text) ? "wait" : undefined;
  // With a circumflex it is a footnote.
  if (text[label.end] !== ":" || label.value.trim() === "" || label.value.startsWith("^")) return undefined;
  const start = skipSpace(text, label.end + 1);
  if (start >= text.length) return wait;
  const destination = readDestination(text, start);
  if (!destination || destination.end === start) return undefined;

  const definition = (title: string, end: number): Definition => ({
    label: normalizeLabel(label.value),
    target: { href: destination.value, title },
    end,
  });
  const lineEnd = skipSpace(text, destination.end, /[ \t]*/y);
  const isAlone = lineEnd >= text.length || text[lineEnd] === "\n";
  if (lineEnd >= text.length && !isComplete) return "wait";
  const plain = isAlone ? definition("", lineEnd + 1) : undefined;
  const titleStart = skipSpace(text, lineEnd);
  if (titleStart === destination.end) return plain;
  const title = readTitle(text, titleStart);
  if (title === "unclosed") return isComplete ? plain : "wait";
  if (!title) return plain;
  const end = skipSpace(text, title.end, /[ \t]*/y);
  return end >= text.length || text[end] === "\n" ? definition(title.value, end + 1) : plain;
}

/** Returns true if `text` starts with a label that a later line may close. */
function isOpenLabel(text: string): boolean {
  return text.length < 1000 && /^\[(?:[^\\[\]]|\\[\s\S])*\\?$/.test(text);
}

/** The definitions found so far; the first of a label wins. A layer also reads the definitions of its base. */
export class Definitions {
  readonly #own = new Map<string, Target>();
  readonly #base: Definitions | undefined;
  /** Labels added since the caller last took them. */
  added: string[] = [];

  constructor(base?: Definitions) {
    this.#base = base;
  }

  get(label: string): Target | undefined {
    return this.#base?.get(label) ?? this.#own.get(label);
  }

  add(label: string, target: Target): void {
    if (this.get(label) !== undefined) return;
    this.#own.set(label, target);
    this.added.push(label);
  }
}
