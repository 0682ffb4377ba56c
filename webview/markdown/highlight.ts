import type { Element, Root, Text } from "hast";
import { common, createLowlight } from "lowlight";

/** A run of code in one color; `kind` is a highlighter class or empty. */
export interface CodeToken {
  readonly text: string;
  readonly kind: string;
}

const lowlight = createLowlight(common);

/**
 * Maximum number of characters of highlighted code and of one of its lines: the time of some grammars grows with the
 * cube of the line length.
 */
const [longest, longestLine] = [50_000, 500];

/** Returns code as colored runs; a single plain run for an unknown language or very long code. */
export function highlight(code: string, language: string): readonly CodeToken[] {
  if (code.length > longest || hasLongLine(code) || !lowlight.registered(language)) return [{ text: code, kind: "" }];
  const tokens: CodeToken[] = [];
  walk(lowlight.highlight(language, code), "", tokens);
  return tokens;
}

function hasLongLine(code: string): boolean {
  for (let start = 0, end = 0; end >= 0; start = end + 1) {
    end = code.indexOf("\n", start);
    if ((end < 0 ? code.length : end) - start > longestLine) return true;
  }
  return false;
}

function walk(node: Root | Element, kind: string, tokens: CodeToken[]): void {
  for (const child of node.children) {
    if (child.type === "text") tokens.push({ text: (child as Text).value, kind });
    else if (child.type === "element") walk(child, getClass(child) ?? kind, tokens);
  }
}

function getClass(element: Element): string | undefined {
  const { className } = element.properties;
  return Array.isArray(className) ? className.join(" ") : undefined;
}
