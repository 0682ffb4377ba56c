/** A text as a code block of Markdown, in a fence that is longer than any in it, so that nothing in it ends it. */
export function fenceCode(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
