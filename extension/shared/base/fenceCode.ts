/**
 * Returns text as a Markdown code block. The fence is longer than any run of backticks in the text, so the text cannot
 * close it.
 */
export function fenceCode(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
