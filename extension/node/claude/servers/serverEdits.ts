import { getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import type { FileProblem } from "../../../core/conversations/ports.ts";
import { withValue } from "../../../shared/base/withValue.ts";

const parsing = { allowTrailingComma: true, allowEmptyContent: true };

/** Returns why a file of MCP servers must not be edited, and where; undefined if it can be. */
export function findFileProblem(text: string): FileProblem | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, parsing);
  const [error] = errors;
  if (error) return { reason: "syntax", ...getPosition(text, error.offset) };
  if (root === undefined) return undefined;
  if (root.type !== "object") return { reason: "notObject", ...getPosition(text, root.offset) };
  const servers = findValue(root, "mcpServers");
  if (servers && servers.type !== "object") return { reason: "notObject", ...getPosition(text, servers.offset) };
  // Of a key that occurs twice, programs read the last value and an editor of the file changes the first.
  const repeated = findRepeatedKey(root);
  return repeated && { reason: "repeatedKey", ...getPosition(text, repeated.offset) };
}

/** The problem of a file that cannot be read. */
export const unreadableFile: FileProblem = { reason: "unreadable", line: 1, column: 1 };

/** Returns the servers of a sound file by name, not validated. */
export function readServerEntries(text: string): ReadonlyMap<string, unknown> {
  const servers = findValue(parseTree(text, [], parsing), "mcpServers");
  return new Map(
    (servers?.children ?? []).flatMap(({ children: [key, value] = [] }): [string, unknown][] =>
      key && value ? [[String(key.value), getNodeValue(value)]] : [],
    ),
  );
}

/**
 * Returns the text with a server set, or removed if `value` is undefined. Fields that keep their values keep their
 * comments.
 */
export function withServer(text: string, name: string, value: object | undefined): string {
  return withValue(text, ["mcpServers", name], readServerEntries(text).get(name), value);
}

function findValue(object: Node | undefined, name: string): Node | undefined {
  return object?.children?.find(({ children: [key] = [] }) => key?.value === name)?.children?.[1];
}

function findRepeatedKey(node: Node): Node | undefined {
  const keys = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = child.type === "property" ? child.children?.[0] : undefined;
    if (key && keys.has(key.value)) return key;
    if (key) keys.add(key.value);
    const repeated = findRepeatedKey(child);
    if (repeated) return repeated;
  }
  return undefined;
}

/** Returns the line and column of an offset, both from 1. */
function getPosition(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
