import { stripControl } from "../../base/invisible.ts";
import type { FoundPlace } from "../../contract/tools.ts";

/** Characters of a path that is looked for in a line. */
const longestPath = 4_096;

/**
 * The lines that a search found, with those around them. Undefined where some line names no place. `file` is where the search began:
 * of a single file the lines are told without it (recorded with 2.0.77 and 2.1.50).
 */
export function foundLines(content: string, file: string | undefined): readonly FoundPlace[] | undefined {
  const lines = stripControl(content)
    .split("\n")
    .filter((line) => line !== "" && line !== "--");
  const places = lines.map((line) => lineOf(file, line));
  const found = file !== undefined && places.every(isPlace) ? places : linesOfFiles(lines);
  return found.every(isPlace) && found.length > 0 ? found : undefined;
}

/** Of the form `line:text`, or `line-text` for what stands around a match. */
function lineOf(path: string | undefined, text: string): FoundPlace | undefined {
  const [, line, rest = ""] = /^(\d+)[:-](.*)$/.exec(text) ?? [];
  return path === undefined || line === undefined ? undefined : { path, line: Number(line), text: rest };
}

/** Of the form `path:line:text`, or `path-line-text` around a match, which names the file: both signs may stand in a path, and in a text. */
function linesOfFiles(lines: readonly string[]): readonly (FoundPlace | undefined)[] {
  const matches = lines.map((line) => /^(.+?):(\d+):(.*)$/.exec(line));
  const files = new Set(matches.flatMap((match) => match?.[1] ?? []));
  return lines.map((line, index) => {
    const [, path, number, text = ""] = matches[index] ?? [];
    return around(line, files) ?? (path === undefined ? undefined : { path, line: Number(number), text });
  });
}

/** A line around a match; its file is named in full where that of the match is not. */
function around(line: string, files: ReadonlySet<string>): FoundPlace | undefined {
  for (const mark of line.matchAll(/-(\d+)-/g)) {
    if (mark.index > longestPath) return undefined;
    const named = line.slice(0, mark.index);
    const path = files.has(named) ? named : endIn(named, files);
    if (path !== undefined) return { path, line: Number(mark[1]), text: line.slice(mark.index + mark[0].length) };
  }
  return undefined;
}

/** The one of these files that a whole path ends in. */
function endIn(path: string, files: ReadonlySet<string>): string | undefined {
  if (!/^([/\\]|[A-Za-z]:)/.test(path)) return undefined;
  for (let cut = path.search(/[/\\]/); cut !== -1; ) {
    const rest = path.slice(cut + 1);
    if (files.has(rest)) return rest;
    const next = rest.search(/[/\\]/);
    cut = next === -1 ? -1 : cut + 1 + next;
  }
  return undefined;
}

function isPlace(place: FoundPlace | undefined): place is FoundPlace {
  return place !== undefined;
}
