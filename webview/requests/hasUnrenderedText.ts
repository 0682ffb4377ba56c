/** A definition, which also serves as a comment, and a fence with more than a language. */
const unrendered = /^[ \t>*+\-\d.)]*\[[^\]\n]*\]:|^[ \t>]*(?:`{3}|~{3})[^\n]*\S[ \t]+\S/m;
const separator = /^[ \t>]*\|?[ \t:|-]*-{3,}[ \t:|-]*$/;

/** Returns whether a text may contain something that Markdown does not render; in doubt true. */
export function hasUnrenderedText(text: string): boolean {
  return unrendered.test(text) || hasSurplusCells(text.split(/\r\n?|\n/));
}

/** Returns whether a row of a table may have more cells than its columns. */
function hasSurplusCells(lines: readonly string[]): boolean {
  return lines.some((line, index) => {
    if (!separator.test(line)) return false;
    const end = lines.findIndex((later, at) => at > index && later.trim() === "");
    const columns = countCells(line);
    return lines.slice(Math.max(0, index - 1), end === -1 ? undefined : end).some((row) => countCells(row) > columns);
  });
}

/** Counts the cells of a row. A pipe that belongs to a text counts as well, so it is never less than what is in the row. */
function countCells(line: string): number {
  const row = line
    .replace(/^[ \t>]*/, "")
    .trimEnd()
    .replace(/^\|/, "");
  return row.split("|").length - (row.endsWith("|") && !row.endsWith("\\|") ? 1 : 0);
}
