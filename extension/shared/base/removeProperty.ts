import { applyEdits, createScanner, type Edit, findNodeAtLocation, type JSONPath, parseTree } from "jsonc-parser";

/**
 * Returns JSON text, which may have comments, without the property or item at a path; the text itself if there is none.
 * All comments stay: `modify` of jsonc-parser deletes those between the property and a neighbor.
 */
export function removeProperty(text: string, path: JSONPath): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const value = root && findNodeAtLocation(root, [...path]);
  const property = value?.parent?.type === "array" ? value : value?.parent;
  const siblings = property?.parent?.children;
  if (!property || !siblings) return text;
  const end = property.offset + property.length;
  const at = siblings.indexOf(property);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  // The comma behind the property goes with it; the last property takes the comma in front.
  const comma = findComma(text, next || !previous ? end : previous.offset + previous.length);
  const isTouching = comma !== undefined && comma >= end && text.slice(end, comma).trim() === "";
  const removed = widenToLine(text, property.offset, isTouching ? comma + 1 : end);
  const edits: Edit[] = [{ offset: removed.start, length: removed.end - removed.start, content: "" }];
  if (comma !== undefined && !isTouching) edits.push({ offset: comma, length: 1, content: "" });
  return applyEdits(text, edits);
}

/**
 * Returns JSON text without the properties on a path that a later one with the same key replaces: every reader takes
 * the last one, but an edit finds the first one.
 */
export function removeReplaced(text: string, path: JSONPath): string {
  return path.reduce<string>((before, key, at) => {
    let changed = before;
    const isReplaced = (): boolean => {
      const root = parseTree(changed, [], { allowTrailingComma: true });
      const properties = (root && findNodeAtLocation(root, path.slice(0, at)))?.children ?? [];
      return properties.filter(({ children }) => children?.[0]?.value === key).length > 1;
    };
    while (isReplaced()) changed = removeProperty(changed, path.slice(0, at + 1));
    return changed;
  }, text);
}

/** Returns the offset of the comma that follows; undefined if another token does. */
function findComma(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const offset = scanner.getTokenOffset();
  return text[offset] === "," ? offset : undefined;
}

/**
 * Returns a range with the line break in front of it, if nothing else is on its lines, or else with the blanks in front
 * of it.
 */
function widenToLine(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const before = /(\r?\n)?[ \t]*$/.exec(text.slice(0, start))?.[0] ?? "";
  const isAlone = before.includes("\n") && /^[ \t]*(\r?\n|$)/.test(text.slice(end));
  if (isAlone) return { start: start - before.length, end };
  // On a line with others, the blanks behind go, so that what follows takes its place.
  return { start, end: end + (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0) };
}
