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
export function findTokenAt(text: string, caret: number): PromptToken | undefined {
  const found = /(?:^|\s)(?:(@")([^"\n]*)|(@)([^\s"]*)|(\/)([\w:.-]*))$/.exec(text.slice(0, caret));
  if (!found) return undefined;
  const [, quoted, name, at, word, slash, command] = found;
  const sign = quoted ?? at ?? "/";
  const query = name ?? word ?? command ?? "";
  return { kind: slash === undefined ? "mention" : "command", start: caret - query.length - sign.length, end: caret, query };
}
