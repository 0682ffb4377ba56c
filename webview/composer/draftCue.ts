/** What a draft is for where it is no message: a line for the terminal or a note, from its first letter on. */
export function draftCue(draft: string): "shell" | "note" | undefined {
  // A picture of Markdown begins so too.
  if (/^!(?!\[)/.test(draft)) return "shell";
  return /^#(?!#)[^\n]*\s*$/.test(draft) ? "note" : undefined;
}
