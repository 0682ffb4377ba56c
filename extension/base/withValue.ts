import { applyEdits, type FormattingOptions, modify } from "jsonc-parser";
import { removeProperty } from "./removeProperty.ts";

/** Returns a text of JSON with comments in which the value at a path is another one, or removed. What stays the same keeps its comments and its layout. */
export function withValue(text: string, path: string[], before: unknown, after: unknown): string {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.reduce((changed, name) => withValue(changed, [...path, name], getOwn(before, name), getOwn(after, name)), text);
  }
  if (before === undefined && after === undefined) return text;
  if (JSON.stringify(before) === JSON.stringify(after)) return text;
  if (after === undefined) return removeProperty(text, path);
  return applyEdits(text, modify(text, path, after, { formattingOptions: getFormatting(text) }));
}

/** Returns the indentation and line ends that a file has. */
function getFormatting(text: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.startsWith("\t") ? 4 : indent.length, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function getOwn(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
