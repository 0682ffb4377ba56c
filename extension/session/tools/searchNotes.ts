import { escapeInvisible } from "../../base/invisible.ts";
import type { RequestNote, SearchOption } from "../../contract/tools.ts";
import type { Input } from "./toolDescription.ts";

/** Characters of a pattern that its row shows in a panel of the usual width. */
const rowLength = 40;

/** Fields of the inputs of Grep and Glob with a value of its own (2.0.77 to 2.1.329). */
const options: ReadonlyMap<string, SearchOption> = new Map([
  ["path", "path"],
  ["glob", "glob"],
  ["type", "type"],
  ["output_mode", "output"],
  ["-B", "before"],
  ["-A", "after"],
  ["-C", "around"],
  ["context", "around"],
  ["head_limit", "limit"],
  ["offset", "offset"],
]);

/** Fields that are on or off, with the value that says something. */
const switches: ReadonlyMap<string, readonly [option: SearchOption, is: boolean]> = new Map([
  ["-i", ["anyCase", true]],
  ["-o", ["onlyMatches", true]],
  ["multiline", ["manyLines", true]],
  ["-n", ["unnumbered", false]],
]);

/** How a search was asked for, with every field of its input; one that is not known stands as it is. */
export function buildSearchNotes(input: Input): RequestNote[] {
  const rest: [string, unknown][] = [];
  const notes = Object.entries(input).flatMap(([field, value]): RequestNote[] => {
    const isText = typeof value === "string" || typeof value === "number";
    if (field === "pattern" && isText) return isInRow(String(value)) ? [] : [searchOption("pattern", value)];
    const option = options.get(field);
    if (option && isText) return [searchOption(option, value)];
    const known = switches.get(field);
    if (known && typeof value === "boolean") return value === known[1] ? [searchOption(known[0], "")] : [];
    rest.push([field, value]);
    return [];
  });
  const other = rest.length === 0 ? [] : [{ kind: "otherInput", text: escapeInvisible(JSON.stringify(Object.fromEntries(rest), null, 2)) } as const];
  return [...notes, ...other];
}

/** A row shows a text on one line, with single spaces. */
function isInRow(pattern: string): boolean {
  return pattern.length <= rowLength && pattern === escapeInvisible(pattern).replace(/\s+/g, " ").trim();
}

function searchOption(option: SearchOption, value: string | number): RequestNote {
  return { kind: "searchOption", option, value: escapeInvisible(String(value)) };
}
