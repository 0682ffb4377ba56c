/** The word before the cursor for which suggestions are shown. */
export interface PromptToken {
  readonly kind: "mention" | "command";
  /** Offset of its sign, and offset of the cursor. */
  readonly start: number;
  readonly end: number;
  /** The text after the sign. */
  readonly query: string;
}

/**
 * Returns the word that ends at `caret`, if it starts with @ or / and is preceded by whitespace or nothing. After `@"`
 * the word extends to the next quotation mark.
 */
export function findTokenAt(text: string, caret: number): PromptToken | undefined {
  const found = /(?:^|\s)(?:(@")([^"\n]*)|(@)([^\s"]*)|(\/)([\w:.-]*))$/.exec(text.slice(0, caret));
  if (!found) return undefined;
  const [, quoted, name, at, word, slash, command] = found;
  const sign = quoted ?? at ?? "/";
  const query = name ?? word ?? command ?? "";
  return {
    kind: slash === undefined ? "mention" : "command",
    start: caret - query.length - sign.length,
    end: caret,
    query,
  };
}
