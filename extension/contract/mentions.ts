import { type EditorSelection, findSourceMentions } from "./suggestions.ts";

/** A mention as it stands in a prompt. */
export interface PromptMention {
  readonly start: number;
  readonly text: string;
  /** What stands behind the @: a path, or the name of what is no file. */
  readonly path: string;
  readonly isFile: boolean;
}

/**
 * What may be mentions in a prompt, in order: sources, agents, and paths, which end as the CLI ends them: behind the last
 * letter or digit of a word, or a slash behind that (2.0.77 to 2.1.329). Whatever is there the CLI reads, whatever it looks like; a
 * path that is not there is no mention, but the name of a person, or a decorator.
 */
export function findMentions(text: string): readonly PromptMention[] {
  const sources = findSourceMentions(text).map(({ start, text: whole }): PromptMention => ({ start, text: whole, path: whole.slice(1), isFile: false }));
  const isSource = new Set(sources.map(({ start }) => start));
  const others = [...text.matchAll(/(?<=^|\s)@(?:"[^"\n]+"|[^\s"]+)/g)].flatMap(({ 0: word, index: start }): readonly PromptMention[] => {
    if (isSource.has(start)) return [];
    const [named] = agent.exec(word) ?? [];
    if (named !== undefined) return [{ start, text: named, path: named.slice(1), isFile: false }];
    const [whole, quoted, plain = ""] = file.exec(word) ?? [];
    const path = quoted ?? plain;
    // Lines of no file.
    return whole === undefined || path.startsWith("#") ? [] : [{ start, text: whole, path, isFile: true }];
  });
  return [...sources, ...others].sort((a, b) => a.start - b.start);
}

const file = /^@(?:"([^"\n]+)"|([^\s"]*[A-Za-z0-9_]\/?))/;
const agent = /^@agent-[\w:-]+/;

/** Whether a mention is that of an agent. */
export function isAgentMention(mention: string): boolean {
  return agent.test(mention);
}

/** Lines behind a path, as people write them. */
const writtenLines = /^(@"?[^#"]+)#L?(\d+)(?:-L?(\d+))?(?![\w-])/;

/** A path, and what stands behind it: lines as the CLI has them (`#L5-10`), or as people write them (`#5-10`). It takes no # for a part of a name. */
const withLines = /^([^#]*)(?:#L?(\d+)(?:-L?(\d+))?$)?/;

/** The file of a mention, and the line that it begins at, counted from 1. */
export function getMentionLocation(mention: string): { readonly path: string; readonly line?: number } {
  const [, path = mention, line] = withLines.exec(mention) ?? [];
  return { path, ...(line === undefined ? {} : { line: Number(line) }) };
}

/** Whether a mention holds all that is selected: the whole file, or at least those lines. */
export function holdsSelection(mention: string, { path, first, last }: EditorSelection): boolean {
  const [, file, from, to = from] = withLines.exec(mention) ?? [];
  return file === path && (from === undefined || (Number(from) <= first && last <= Number(to)));
}

/** A prompt as the CLI reads it: lines of a file are only those behind `#L`, as in `@a.ts#L5-10` (2.0.77 to 2.1.329). */
export function toSentText(text: string): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { start, text: mention, isFile } of findMentions(text)) {
    if (!isFile) continue;
    const written = mention.replace(
      writtenLines,
      (_whole, path: string, first: string, last?: string) => `${path}#L${first}${last === undefined ? "" : `-${last}`}`,
    );
    pieces.push(text.slice(end, start), written);
    end = start + mention.length;
  }
  return pieces.join("") + text.slice(end);
}
