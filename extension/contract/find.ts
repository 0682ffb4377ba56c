/** What is looked for in a conversation. */
export interface FindQuery {
  readonly text: string;
  readonly isCase: boolean;
  /** The text is a regular expression. */
  readonly isRegex: boolean;
}

/** An item that holds what was looked for. */
export interface FindHit {
  readonly id: string;
  /** The cards of subagents in whose threads it stands, the outermost first. */
  readonly agents: readonly string[];
  /** How often it occurs there. */
  readonly count: number;
}

export type FindProblem = "notRegex" | "tooSlow";

/** The expression that finds a query; undefined for a text that is none. Where words are looked for, a line may end between them. */
export function buildFindExpression({ text, isCase, isRegex }: FindQuery): RegExp | undefined {
  try {
    const plain = text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/(?<=\S) (?=\S)/g, "\\s");
    return new RegExp(isRegex ? text : plain, isCase ? "gu" : "giu");
  } catch {
    return undefined;
  }
}
