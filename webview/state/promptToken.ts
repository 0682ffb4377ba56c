import { sourcesIn } from "../../extension/contract/suggestions.ts";

/** The word before the cursor that asks for suggestions. */
export interface PromptToken {
  readonly kind: "mention" | "command";
  /** Where it begins, at its sign, and where the cursor is. */
  readonly start: number;
  readonly end: number;
  /** What stands behind the sign. */
  readonly query: string;
}

/** The word that a cursor at `caret` is at the end of, if it begins with @ or / and stands by itself. */
export function tokenAt(text: string, caret: number): PromptToken | undefined {
  const before = text.slice(0, caret);
  const found = /(?:^|\s)(@"?)([^\s"]*)$|(?:^|\s)(\/)([\w:.-]*)$/.exec(before);
  if (!found) return undefined;
  const [, at, path = "", , name = ""] = found;
  const [kind, sign, query] = at === undefined ? (["command", "/", name] as const) : (["mention", at, path] as const);
  return { kind, start: caret - query.length - sign.length, end: caret, query };
}

/** A mention as it stands in a prompt. */
export interface PromptMention {
  readonly start: number;
  readonly text: string;
  /** What stands behind the @: a path, or the name of what is no file. */
  readonly path: string;
  readonly isFile: boolean;
}

/** The mentions in a prompt, in order: the same that the host reads. */
export function mentionsIn(text: string): readonly PromptMention[] {
  const sources = sourcesIn(text).map(({ start, text: whole }): PromptMention => ({ start, text: whole, path: whole.slice(1), isFile: false }));
  const others = [...text.matchAll(/(?<=^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g)].flatMap((match): readonly PromptMention[] => {
    if (sources.some(({ start }) => start === match.index)) return [];
    const [agent] = /^@agent-[\w:-]+/.exec(match[0]) ?? [];
    if (agent !== undefined) return [{ start: match.index, text: agent, path: agent.slice(1), isFile: false }];
    const path = match[1] ?? match[2] ?? "";
    // A name of a person, or a decorator, is no path.
    return match[1] !== undefined || /[./#\\]/.test(path) ? [{ start: match.index, text: match[0], path, isFile: true }] : [];
  });
  return [...sources, ...others].sort((a, b) => a.start - b.start);
}

/** The file of a mention, and the line that it begins at, counted from 1. */
export function mentionPlace(mention: string): { readonly path: string; readonly line?: number } {
  const [, path = mention, line] = /^(.+?)(?:#L?(\d+)(?:-L?\d+)?)?$/.exec(mention) ?? [];
  return { path, ...(line === undefined ? {} : { line: Number(line) }) };
}
