import { GrowingMarkdown } from "../../extension/shared/markdown/markdown.ts";
import { median, type Row, times } from "./row.ts";

/** Characters that come at once: what a frame of the display takes in of a quick reply. */
const piece = 400;
const short = 2_000;
const long = 200_000;
const rounds = 7;

const shapes: Readonly<Record<string, (line: number) => string>> = {
  "one paragraph": () => "Some words with *emphasis*, `code` and **more** of [it](http://a.b/c).\n",
  "one line": () => "Some words with *emphasis*, `code` and **more** of [it](http://a.b/c). ",
  "a list": (line) => `- item ${line} with *words* and \`code\`\n`,
  "a nested list": (line) => `${"  ".repeat(line % 8)}- item ${line} with *words*\n`,
  "nested quotes": (line) => `${"> ".repeat(1 + (line % 8))}line ${line} with *words*\n`,
  "reference definitions": (line) =>
    line % 2 === 0 ? `See [${line}] and [the next one][${line + 1}].\n\n` : `[${line}]: http://a.b/${line}\n\n`,
  "a table": (line) => (line === 0 ? "| a | b |\n|---|---|\n" : `| cell ${line} | \`c\` |\n`),
  "one code block": (line) => (line === 0 ? "```ts\n" : `const value${line} = compute(${line}); // some comment\n`),
};

function getText(shape: (line: number) => string, length: number): string {
  let text = "";
  for (let line = 0; text.length < length; line++) text += shape(line);
  return text.slice(0, length);
}

/** Milliseconds to take in texts piece by piece. All trees are kept, as a conversation keeps them. */
function cost(texts: readonly string[]): number {
  const kept: GrowingMarkdown[] = [];
  const start = performance.now();
  for (const text of texts) {
    const markdown = new GrowingMarkdown();
    kept.push(markdown);
    for (let from = 0; from < text.length; from += piece) {
      markdown.append(text.slice(from, from + piece));
      markdown.advance();
    }
  }
  return performance.now() - start;
}

/** The same amount of text as one long reply and as many short ones: linear means that they cost the same. */
export async function bench(): Promise<readonly Row[]> {
  return Object.entries(shapes).map(([what, shape]) => {
    const many = Array.from({ length: long / short }, () => getText(shape, short));
    const one = [getText(shape, long)];
    cost(many);
    cost(one);
    const pairs = Array.from({ length: rounds }, () => ({ many: cost(many), one: cost(one) }));
    const ratio = median(pairs.map((pair) => pair.one / pair.many));
    return {
      what: `Markdown that streams, ${what}: a character of 200,000 against one of 2,000`,
      measured: `${times(ratio)} (${((median(pairs.map((pair) => pair.one)) * 1_000) / long).toFixed(2)} µs)`,
      target: "≤ 1.5×",
      isMet: ratio <= 1.5,
    };
  });
}
