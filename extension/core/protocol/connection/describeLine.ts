import { stripControl } from "../../../shared/base/invisible.ts";
import { readObject, readString } from "../../../shared/base/read.ts";

/** Length to which a description is cut. */
const maxLength = 300;

/** Longest line that is parsed for its description; a longer one is described by its beginning. */
const maxParsed = 1_000_000;

/**
 * Returns a line for the log about a line of the wire: kind, subtype or stream event, size, and id. Contains no text of
 * the conversation. Never throws.
 */
export function describeLine(line: string): string {
  const size = `${line.length} characters`;
  const value = line.length > maxParsed ? undefined : parse(line);
  if (!value) return `${/^\{"type":"(\w+)"/.exec(line)?.[1] ?? "not a frame"}, ${size}`;
  const event = readObject(value, "event");
  const parts = [
    readString(value, "type") ?? "no type",
    readString(value, "subtype") ??
      readString(readObject(value, "request"), "subtype") ??
      readString(readObject(value, "response"), "subtype"),
    readString(event, "type"),
    readString(readObject(event, "delta"), "type") ?? readString(readObject(event, "content_block"), "type"),
  ];
  const id =
    readString(value, "uuid") ??
    readString(value, "request_id") ??
    readString(readObject(value, "response"), "request_id");
  const words = [parts.filter((part) => part !== undefined).join(" "), size, ...(id === undefined ? [] : [id])].join(
    ", ",
  );
  // Kinds and ids come from outside too.
  return stripControl(words).replace(/\s+/g, " ").slice(0, maxLength);
}

function parse(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
