import { applyEdits, type FormattingOptions, type JSONPath, modify } from "jsonc-parser";
import { removeProperty, removeReplaced } from "./removeProperty.ts";

/**
 * Returns a text of JSON with comments in which the value at a path is another one, or removed. What stays the same
 * keeps its comments and its layout.
 */
export function withValue(text: string, path: JSONPath, before: unknown, after: unknown): string {
  if (JSON.stringify(before) === JSON.stringify(after)) return text;
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.reduce(
      (changed, name) => withValue(changed, [...path, name], getOwn(before, name), getOwn(after, name)),
      text,
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) return withItems(text, path, before, after);
  const read = removeReplaced(text, path);
  if (after === undefined) return removeProperty(read, path);
  return applyEdits(read, modify(read, path, after, { formattingOptions: getFormatting(text) }));
}

/** Changes the items that differ, and adds or removes those at the end. */
function withItems(text: string, path: JSONPath, before: readonly unknown[], after: readonly unknown[]): string {
  const formattingOptions = getFormatting(text);
  let changed = removeReplaced(text, path);
  for (const [at, item] of after.entries())
    changed =
      at < before.length
        ? withValue(changed, [...path, at], before[at], item)
        : applyEdits(changed, modify(changed, [...path, at], item, { formattingOptions, isArrayInsertion: true }));
  for (let at = before.length - 1; at >= after.length; at--) changed = removeProperty(changed, [...path, at]);
  return changed;
}

/** Returns the indentation and line ends that a file has. */
function getFormatting(text: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 4 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function getOwn(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
