import { escapeLine } from "../../base/invisible.ts";

/** Characters of a line that a list shows whole in a narrow window. */
const maxLabelLength = 80;

/** Text of others in a message of the editor: on one line, invisible characters named, and nothing that the editor takes for a link or a command link. */
export function toMessageText(text: string): string {
  return escapeLine(text.trim().replace(/\s*[\r\n]\s*/g, " ")).replaceAll("](", "] (");
}

/** A prompt as a row of a list: its first line, and of a longer one all of it below, where a search finds it. */
export function createPromptRow(text: string): { readonly label: string; readonly detail?: string } {
  const [first = "", ...rest] = text.trim().split(/\r?\n/);
  const label = toLabelText(first);
  return rest.length === 0 && first.length <= maxLabelLength ? { label } : { label, detail: toLabelText(text.replace(/\s+/g, " ").trim()) };
}

/** A line in pieces that a list shows uncut, broken at blanks where there are any. */
export function wrapLine(line: string, most: number): readonly string[] {
  const pieces = line.match(new RegExp(`\\S.{0,${most - 1}}(?=\\s|$)|\\S.{0,${most - 1}}`, "gu")) ?? [];
  return pieces.map((piece) => piece.trimEnd());
}

/** Text of others in a label of the editor: invisible characters named, and `$(name)` kept, which the editor takes for an icon. */
export function toLabelText(text: string): string {
  return escapeLine(text).replace(/\$\(/g, "\\$(");
}
