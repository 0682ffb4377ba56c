import { escapeLine } from "../shared/base/invisible.ts";

/** Maximum number of characters of a label that a list shows untruncated in a narrow window. */
const maxLabelLength = 80;

/**
 * Makes foreign text safe for a message of the editor: joins its lines, escapes invisible characters, and breaks links
 * and command links.
 */
export function toMessageText(text: string): string {
  return escapeLine(text.trim().replace(/\s*[\r\n]\s*/g, " ")).replaceAll("](", "] (");
}

/**
 * Returns the list row of a prompt: its first line as the label. A longer prompt is complete in the detail, where the
 * search of the list finds it.
 */
export function createPromptRow(text: string): { readonly label: string; readonly detail?: string } {
  const [first = "", ...rest] = text.trim().split(/\r?\n/);
  const label = toLabelText(first);
  return rest.length === 0 && first.length <= maxLabelLength
    ? { label }
    : { label, detail: toLabelText(text.replace(/\s+/g, " ").trim()) };
}

/**
 * Splits a line into pieces of at most `most` characters, which a list shows untruncated. Splits at spaces if there are
 * any.
 */
export function wrapLine(line: string, most: number): readonly string[] {
  const pieces = line.match(new RegExp(`\\S.{0,${most - 1}}(?=\\s|$)|\\S.{0,${most - 1}}`, "gu")) ?? [];
  return pieces.map((piece) => piece.trimEnd());
}

/**
 * Makes foreign text safe for a label of the editor: escapes invisible characters, and escapes `$(name)`, which the
 * editor would show as an icon.
 */
export function toLabelText(text: string): string {
  return escapeLine(text).replace(/\$\(/g, "\\$(");
}
