import { escapeInvisible } from "../../../shared/base/invisible.ts";
import type { RequestNote, SearchOption } from "../../../shared/contract/tools.ts";
import type { Input } from "./toolDescription.ts";

/** Number of characters of a pattern that its row shows in a panel of the usual width. */
const rowLength = 40;

/** Input fields of Grep and Glob with a value (2.0.77 to 2.1.329). */
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

/** Boolean input fields, with the value that is worth a note. */
const switches: ReadonlyMap<string, readonly [option: SearchOption, is: boolean]> = new Map([
  ["-i", ["anyCase", true]],
  ["-o", ["onlyMatches", true]],
  ["multiline", ["manyLines", true]],
  ["-n", ["unnumbered", false]],
]);

/** Returns notes for every field of a search's input; an unknown field is shown as JSON. */
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
  const other =
    rest.length === 0
      ? []
      : [{ kind: "otherInput", text: escapeInvisible(JSON.stringify(Object.fromEntries(rest), null, 2)) } as const];
  return [...notes, ...other];
}

/** Returns true for a pattern that the row shows completely: the row has one line, with single spaces. */
function isInRow(pattern: string): boolean {
  return pattern.length <= rowLength && pattern === escapeInvisible(pattern).replace(/\s+/g, " ").trim();
}

function searchOption(option: SearchOption, value: string | number): RequestNote {
  return { kind: "searchOption", option, value: escapeInvisible(String(value)) };
}
