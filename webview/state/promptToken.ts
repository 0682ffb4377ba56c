import type { EditorSelection } from "../../extension/contract/suggestions.ts";

/** The word before the cursor that asks for suggestions. */
export interface PromptToken {
  readonly kind: "mention" | "command";
  /** Where it begins, at its sign, and where the cursor is. */
  readonly start: number;
  readonly end: number;
  /** What stands behind the sign. */
  readonly query: string;
}

/** The word that a cursor at `caret` is at the end of, if it begins with @ or / and stands by itself. Behind `@"` it goes on to the next quotation mark. */
export function tokenAt(text: string, caret: number): PromptToken | undefined {
  const found = /(?:^|\s)(?:(@")([^"\n]*)|(@)([^\s"]*)|(\/)([\w:.-]*))$/.exec(text.slice(0, caret));
  if (!found) return undefined;
  const [, quoted, name, at, word, slash, command] = found;
  const sign = quoted ?? at ?? "/";
  const query = name ?? word ?? command ?? "";
  return { kind: slash === undefined ? "mention" : "command", start: caret - query.length - sign.length, end: caret, query };
}

/** A path, and the lines behind it as the CLI has them (`#L5-10`) or as people write them (`#5-10`). */
const withLines = /^(.+?)(?:#L?(\d+)(?:-L?(\d+))?)?$/;

/** The file of a mention, and the line that it begins at, counted from 1. */
export function mentionPlace(mention: string): { readonly path: string; readonly line?: number } {
  const [, path = mention, line] = withLines.exec(mention) ?? [];
  return { path, ...(line === undefined ? {} : { line: Number(line) }) };
}

/** Whether a mention holds all that is selected: the whole file, or at least those lines. */
export function holdsSelection(mention: string, { path, first, last }: EditorSelection): boolean {
  const [, file, from, to = from] = withLines.exec(mention) ?? [];
  return file === path && (from === undefined || (Number(from) <= first && last <= Number(to)));
}
