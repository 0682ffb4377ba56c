import type { Align } from "../tokens.ts";

/** Splits a table row into its cells; an escaped pipe is a character of its cell. */
export function splitCells(line: string): string[] {
  const text = line.trim();
  const cells: string[] = [];
  let cell = "";
  for (let index = text[0] === "|" ? 1 : 0; index < text.length; index++) {
    const character = text[index];
    if (character === "\\" && text[index + 1] === "|") {
      cell += "|";
      index++;
    } else if (character === "|") {
      cells.push(cell.trim());
      cell = "";
    } else cell += character;
  }
  if (cell.trim() !== "" || !text.endsWith("|") || text.endsWith("\\|")) cells.push(cell.trim());
  return cells;
}

/** Parses the line of dashes and colons below a table's head to the columns' alignments; undefined for other lines. */
export function parseAligns(line: string): Align[] | undefined {
  if (!/^[|\-: \t]+$/.test(line) || !/[|:]/.test(line) || !line.includes("-")) return undefined;
  const cells = splitCells(line);
  if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  return cells.map((cell) => {
    if (cell.endsWith(":")) return cell.startsWith(":") ? "center" : "right";
    return cell.startsWith(":") ? "left" : undefined;
  });
}
