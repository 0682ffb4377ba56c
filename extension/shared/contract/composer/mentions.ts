import { type EditorSelection, findSourceMentions } from "./suggestions.ts";

/** A mention as written in a prompt. */
export interface PromptMention {
  readonly start: number;
  readonly text: string;
  /** Text after the @: a path, or the name of a source or an agent. */
  readonly path: string;
  readonly isFile: boolean;
}

/**
 * Returns the possible mentions in a prompt, in order: sources, agents and paths. A path ends where `claude` ends it:
 * after the last letter or digit of a word, or a slash after that (2.0.77 to 2.1.329). `claude` reads every path that
 * exists, whatever it looks like; a path that does not exist is not a mention but, for example, a person's name or a
 * decorator.
 */
export function findMentions(text: string): readonly PromptMention[] {
  const sources = findSourceMentions(text).map(
    ({ start, text: whole }): PromptMention => ({ start, text: whole, path: whole.slice(1), isFile: false }),
  );
  const isSource = new Set(sources.map(({ start }) => start));
  const others = [...text.matchAll(/(?<=^|\s)@(?:"[^"\n]+"|[^\s"]+)/g)].flatMap(
    ({ 0: word, index: start }): readonly PromptMention[] => {
      if (isSource.has(start)) return [];
      const [named] = agent.exec(word) ?? [];
      if (named !== undefined) return [{ start, text: named, path: named.slice(1), isFile: false }];
      const [whole, quoted, plain = ""] = file.exec(word) ?? [];
      const path = quoted ?? plain;
      // A line range without a file.
      return whole === undefined || path.startsWith("#") ? [] : [{ start, text: whole, path, isFile: true }];
    },
  );
  return [...sources, ...others].sort((a, b) => a.start - b.start);
}

const file = /^@(?:"([^"\n]+)"|([^\s"]*[A-Za-z0-9_]\/?))/;
const agent = /^@agent-[\w:-]+/;

/** Returns true if a mention names an agent. */
export function isAgentMention(mention: string): boolean {
  return agent.test(mention);
}

/** A line range after a path, as users write it. */
const writtenLines = /^(@"?[^#"]+)#L?(\d+)(?:-L?(\d+))?(?![\w-])/;

/**
 * A path with an optional line range, in the form of `claude` (`#L5-10`) or of users (`#5-10`). `claude` never reads a
 * # as part of a name.
 */
const withLines = /^([^#]*)(?:#L?(\d+)(?:-L?(\d+))?$)?/;

/** Returns the file of a mention and its first line, 1-based. */
export function getMentionLocation(mention: string): { readonly path: string; readonly line?: number } {
  const [, path = mention, line] = withLines.exec(mention) ?? [];
  return { path, ...(line === undefined ? {} : { line: Number(line) }) };
}

/** Returns true if a mention covers the whole selection: the whole file, or at least these lines. */
export function holdsSelection(mention: string, { path, first, last, isTextOnly }: EditorSelection): boolean {
  if (isTextOnly) return false;
  const [, file, from, to = from] = withLines.exec(mention) ?? [];
  return file === path && (from === undefined || (Number(from) <= first && last <= Number(to)));
}

/**
 * Returns a prompt in the form that `claude` reads: line ranges of a file need `#L`, as in `@a.ts#L5-10` (2.0.77 to
 * 2.1.329).
 */
export function toSentText(text: string): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { start, text: mention, isFile } of findMentions(text)) {
    if (!isFile) continue;
    const written = mention.replace(
      writtenLines,
      (_whole, path: string, first: string, last?: string) =>
        `${path}#L${first}${last === undefined ? "" : `-${last}`}`,
    );
    pieces.push(text.slice(end, start), written);
    end = start + mention.length;
  }
  return pieces.join("") + text.slice(end);
}
