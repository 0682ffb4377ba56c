import { diffArrays } from "diff";
import { byteOrderMark } from "./writeRules.ts";

const anyEnd = /\r\n|\n|\r/;

interface Line {
  readonly text: string;
  /** Empty for the last line. */
  readonly end: string;
}

/**
 * Returns the edited text of `original` with the byte-order mark, and with the line ends of unchanged lines: an editor
 * uses one kind of line end for a whole text, and shows no mark.
 */
export function withLineEndsOf(original: string, edited: string): string {
  const mark = original.startsWith(byteOrderMark) ? byteOrderMark : "";
  // With one kind of line end, as in most files, no line has to be compared.
  if (!original.includes("\r")) return mark + edited.replace(/\r\n?/g, "\n");
  const before = getLines(original.slice(mark.length));
  const after = edited.split(anyEnd);
  const usual = findUsualEnd(before);
  const ends = new Map<number, string>();
  let [at, to] = [0, 0];
  for (const part of diffLines(
    before.map((line) => line.text),
    after,
  )) {
    if (!part.added && !part.removed)
      for (let index = 0; index < part.count; index++) ends.set(to + index, before[at + index]?.end ?? "");
    if (!part.added) at += part.count;
    if (!part.removed) to += part.count;
  }
  return (
    mark + after.map((text, index) => text + (index === after.length - 1 ? "" : ends.get(index) || usual)).join("")
  );
}

/** Returns the text as an editor shows it: without a byte-order mark, with one kind of line end. */
export function toEditorText(text: string): string {
  const shown = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return shown.includes("\r") ? shown.replace(/\r\n?/g, "\n") : shown;
}

/**
 * Returns a function that maps line numbers from 0, counted by line feeds, to those of an editor, where a carriage
 * return alone also ends a line.
 */
export function mapToEditorLines(text: string): (line: number) => number {
  if (!/\r(?!\n|$)/.test(text)) return (line) => line;
  const more = [0];
  for (const line of text.split("\n")) more.push((more.at(-1) ?? 0) + (line.match(/\r(?!$)/g)?.length ?? 0));
  return (line) => line + (more[line] ?? more.at(-1) ?? 0);
}

function getLines(text: string): Line[] {
  const parts = text.split(/(\r\n|\n|\r)/);
  return Array.from({ length: (parts.length + 1) / 2 }, (_, index) => ({
    text: parts[2 * index] ?? "",
    end: parts[2 * index + 1] ?? "",
  }));
}

function findUsualEnd(lines: readonly Line[]): string {
  const count = (end: string): number => lines.filter((line) => line.end === end).length;
  const [lf, crLf, cr] = [count("\n"), count("\r\n"), count("\r")];
  if (crLf > lf) return crLf >= cr ? "\r\n" : "\r";
  return cr > lf ? "\r" : "\n";
}

/**
 * Diffs two arrays of lines. Equal lines at both ends cost little; after two seconds everything between counts as
 * changed.
 */
function diffLines(
  before: readonly string[],
  after: readonly string[],
): { added: boolean; removed: boolean; count: number }[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const [left, right] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const same = (count: number) => ({ added: false, removed: false, count });
  const between = diffArrays(left, right, { timeout: 2_000 });
  const replaced = [
    { added: false, removed: true, count: left.length },
    { added: true, removed: false, count: right.length },
  ];
  return [same(start), ...(between ?? replaced), same(end)];
}
