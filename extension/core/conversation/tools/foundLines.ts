import { stripControl } from "../../../shared/base/invisible.ts";
import type { MatchLocation } from "../../../shared/contract/tools.ts";

/** Maximum number of characters of a line in which a path is searched. */
const maxPathLength = 4_096;

/**
 * Maximum number of possible line-number marks in a line before which a path is searched. A path contains few of them;
 * the text of a line can be full of them.
 */
const maxMarks = 32;

/** Files by the name after their last slash, the longest paths first. */
type FilesByName = ReadonlyMap<string, readonly string[]>;

/**
 * Parses the lines that a search found, with their context lines. Returns undefined where a line names no place. `file`
 * is the place of the search: if it is a single file, the lines do not name it (recorded with 2.0.77 and 2.1.50). The
 * cost is linear in the length of the text, whatever the text contains.
 */
export function parseFoundLines(content: string, file: string | undefined): readonly MatchLocation[] | undefined {
  const lines = stripControl(content)
    .split("\n")
    .filter((line) => line !== "" && line !== "--");
  const places = lines.map((line) => getLine(file, line));
  const found = file !== undefined && places.every(isPlace) ? places : parseLines(lines);
  return found.every(isPlace) && found.length > 0 ? found : undefined;
}

/** Parses `line:text`, or `line-text` for a context line. */
function getLine(path: string | undefined, text: string): MatchLocation | undefined {
  const [, line, rest = ""] = /^(\d+)[:-](.*)$/.exec(text) ?? [];
  return path === undefined || line === undefined ? undefined : { path, line: Number(line), text: rest };
}

/**
 * Parses `path:line:text`, or `path-line-text` for a context line. The file of a context line is known from a match,
 * because both signs can occur in paths and in texts.
 */
function parseLines(lines: readonly string[]): readonly (MatchLocation | undefined)[] {
  const matches = lines.map((line) => /^(.+?):(\d+):(.*)$/.exec(line));
  const files = groupByName(new Set(matches.flatMap((match) => match?.[1] ?? [])));
  return lines.map((line, index) => {
    const [, path, number, text = ""] = matches[index] ?? [];
    return parseContextLine(line, files) ?? (path === undefined ? undefined : { path, line: Number(number), text });
  });
}

function groupByName(files: ReadonlySet<string>): FilesByName {
  const found = new Map<string, string[]>();
  for (const file of [...files].sort((one, other) => other.length - one.length)) {
    const name = file.slice(nameStart(file, file.length));
    const named = found.get(name);
    if (named) named.push(file);
    else found.set(name, [file]);
  }
  return found;
}

/** Parses a context line. It may name its file by an absolute path where the match names it by a relative one. */
function parseContextLine(line: string, files: FilesByName): MatchLocation | undefined {
  const isWhole = /^([/\\]|[A-Za-z]:)/.test(line);
  let left = maxMarks;
  for (const mark of line.matchAll(/-(\d+)-/g)) {
    const end = mark.index;
    if (end > maxPathLength || left-- === 0) return undefined;
    const named = files.get(line.slice(nameStart(line, end), end));
    const mayBegin = (at: number): boolean => at === 0 || (isWhole && isSlash(line[at - 1]));
    const path = named?.find((file) => mayBegin(end - file.length) && line.startsWith(file, end - file.length));
    if (path !== undefined) return { path, line: Number(mark[1]), text: line.slice(end + mark[0].length) };
  }
  return undefined;
}

/** Returns the start of the last name of a path that ends at `end`. */
function nameStart(text: string, end: number): number {
  return Math.max(text.lastIndexOf("/", end - 1), text.lastIndexOf("\\", end - 1)) + 1;
}

function isSlash(character: string | undefined): boolean {
  return character === "/" || character === "\\";
}

function isPlace(place: MatchLocation | undefined): place is MatchLocation {
  return place !== undefined;
}
