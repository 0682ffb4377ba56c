import type { Element, Root, Text } from "hast";
import { common, createLowlight } from "lowlight";

/** A run of code in one colour; `kind` is a highlighter class or empty. */
export interface CodeToken {
  readonly text: string;
  readonly kind: string;
}

const lowlight = createLowlight(common);

/** Characters past which code stays plain: highlighting would block the webview. */
const longest = 50_000;

/** Code as coloured runs; one plain run for an unknown language or very long code. */
export function highlight(code: string, language: string): readonly CodeToken[] {
  if (code.length > longest || !lowlight.registered(language)) return [{ text: code, kind: "" }];
  const tokens: CodeToken[] = [];
  walk(lowlight.highlight(language, code), "", tokens);
  return tokens;
}

function walk(node: Root | Element, kind: string, tokens: CodeToken[]): void {
  for (const child of node.children) {
    if (child.type === "text") tokens.push({ text: (child as Text).value, kind });
    else if (child.type === "element") walk(child, classOf(child) ?? kind, tokens);
  }
}

function classOf(element: Element): string | undefined {
  const { className } = element.properties;
  return Array.isArray(className) ? className.join(" ") : undefined;
}
