import { sourcesIn } from "./suggestions.ts";

/** A mention as it stands in a prompt. */
export interface PromptMention {
  readonly start: number;
  readonly text: string;
  /** What stands behind the @: a path, or the name of what is no file. */
  readonly path: string;
  readonly isFile: boolean;
}

/**
 * The mentions in a prompt, in order: sources, agents, and paths, which end as the CLI ends them: behind the last
 * letter or digit of a word, or a slash behind that (2.0.77 to 2.1.329). `picked`: what was chosen from a list, which may look like any word.
 */
export function mentionsIn(text: string, picked: ReadonlySet<string> = new Set()): readonly PromptMention[] {
  const sources = sourcesIn(text).map(({ start, text: whole }): PromptMention => ({ start, text: whole, path: whole.slice(1), isFile: false }));
  const isSource = new Set(sources.map(({ start }) => start));
  const others = [...text.matchAll(/(?<=^|\s)@(?:"[^"\n]+"|[^\s"]+)/g)].flatMap(({ 0: word, index: start }): readonly PromptMention[] => {
    if (isSource.has(start)) return [];
    const [named] = agent.exec(word) ?? [];
    if (named !== undefined) return [{ start, text: named, path: named.slice(1), isFile: false }];
    const [whole, quoted, plain = ""] = file.exec(word) ?? [];
    // A name of a person, or a decorator, is no path.
    if (whole === undefined || !(quoted !== undefined || /[./#\\]/.test(plain) || picked.has(whole))) return [];
    return [{ start, text: whole, path: quoted ?? plain, isFile: true }];
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

/** A prompt as the CLI reads it: lines of a file are only those behind `#L`, as in `@a.ts#L5-10` (2.0.77 to 2.1.329). */
export function asSent(text: string): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { start, text: mention, isFile } of mentionsIn(text)) {
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
