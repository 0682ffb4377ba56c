/** A search query in a conversation. */
export interface FindQuery {
  readonly text: string;
  readonly isCase: boolean;
  /** The text is a regular expression. */
  readonly isRegex: boolean;
}

/** An item that contains matches. */
export interface FindHit {
  readonly id: string;
  /** Cards of the subagents whose threads contain the item, outermost first. */
  readonly agents: readonly string[];
  /** Number of matches in the item. */
  readonly count: number;
}

export type FindProblem = "notRegex" | "tooSlow";

/**
 * Returns the expression for a query; undefined for an invalid regular expression. A space in plain text also matches a
 * line break.
 */
export function buildFindExpression({ text, isCase, isRegex }: FindQuery): RegExp | undefined {
  try {
    const plain = text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/(?<=\S) (?=\S)/g, "\\s");
    return new RegExp(isRegex ? text : plain, isCase ? "gu" : "giu");
  } catch {
    return undefined;
  }
}
