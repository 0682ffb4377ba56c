import { parseJson, readString } from "../../shared/base/read.ts";

type Value = Readonly<Record<string, unknown>>;

/** A record of a transcript: a JSON object. */
export interface TranscriptRecord {
  readonly value: Value;
  /** Place in the text of the line, in UTF-16 units; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface LineRecords {
  readonly records: readonly TranscriptRecord[];
  /** True if a part of the line is no record. */
  readonly isDamaged: boolean;
}

/** Maximum number of UTF-16 units that are looked at in a damaged line, those that are looked at again included. */
const maxWork = 64 * 1024 * 1024;

/**
 * Reads the records of a line. `claude` writes one on each; where it or the machine died, a line can have cut records,
 * several whole ones, and zeros, and each whole one is read. (2.1.329 itself reads those before the first damage, older
 * versions none: such a line of theirs is lost to the model.)
 */
export function readRecords(line: string): LineRecords {
  const text = line.startsWith("\ufeff") ? line.slice(1) : line;
  if (text.trim() === "") return { records: [], isDamaged: false };
  const value = parseJson(text);
  if (isObject(value)) return { records: [{ value, start: 0, end: line.length }], isDamaged: false };
  return value === undefined ? readDamaged(line) : { records: [], isDamaged: false };
}

function readDamaged(text: string): LineRecords {
  const records: TranscriptRecord[] = [];
  let work = 0;
  for (let start = text.indexOf('{"'); start !== -1 && work < maxWork; ) {
    const end = findEnd(text, start);
    work += (end ?? text.length) - start;
    const value = end === undefined ? undefined : parseJson(text.slice(start, end));
    const isRecord = isObject(value) && isWhole(value);
    if (isRecord && end !== undefined) records.push({ value, start, end });
    start = text.indexOf('{"', isRecord && end !== undefined ? end : start + 1);
  }
  return { records, isDamaged: true };
}

/** Returns the end of the object that begins at an index; undefined if it is cut. */
function findEnd(text: string, start: number): number | undefined {
  const marks = /["{}]/g;
  let depth = 0;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '"') {
      const end = findQuote(text, marks.lastIndex);
      if (end === -1) return undefined;
      marks.lastIndex = end + 1;
    } else if (mark[0] === "{") depth++;
    else if (--depth === 0) return marks.lastIndex;
  }
  return undefined;
}

/** Returns the index of the quote that ends a string; -1 without one. */
function findQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  for (; at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) break;
  }
  return at;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns true for a record, false for an object within one, which after a cut can be anything that a tool was given:
 * every record has a type, and names itself and its parent, its conversation, or the entry that it is about.
 */
function isWhole(value: Value): boolean {
  const has = (key: string): boolean => uuid.test(readString(value, key) ?? "");
  if (readString(value, "type") === undefined) return false;
  return (has("uuid") && Object.hasOwn(value, "parentUuid")) || has("sessionId") || has("leafUuid");
}

function isObject(value: unknown): value is Value {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
