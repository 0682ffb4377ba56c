import type { RepositoryKind } from "../../contract/repository.ts";
import type { FoundEntry } from "./parsedFile.ts";

/** Returns an agent, a skill, a command or an output style; its header determines what it may do, so a changed header is a new entry. */
export function describeDocument(kind: RepositoryKind, name: string, path: string, text: string): FoundEntry {
  const header = findHeader(text);
  return { kind, name, value: header, path, identity: header };
}

/** Returns an instruction file. Its text is not part of its identity: it changes often, and steers no more than before. */
export function describeInstructions(path: string): FoundEntry {
  return { kind: "instructions", name: path.split(/[\\/]/).at(-1) ?? path, value: "", path };
}

/** Returns true if a text begins with a header whose end it does not have. */
export function isHeaderCut(text: string): boolean {
  return beginning.test(text) && !lineEnd.test(withLineFeeds(text));
}

const beginning = /^\ufeff?---\s*?[\r\n]/;
const lineEnd = /\n---[ \t]*(?:\n|$)/;

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * Returns the lines between the marks at the start of a Markdown file, without those that only describe it. `claude` takes the first "---" for the end,
 * also within a line (2.1.329), so a part of the text can be returned too, but nothing of the header is missing.
 */
function findHeader(text: string): string {
  if (!beginning.test(text)) return "";
  const rest = withLineFeeds(text.replace(beginning, "\n"));
  const end = lineEnd.exec(rest)?.index ?? rest.lastIndexOf("---");
  // A value may continue on indented lines, which belong to its key. Some parsers end a line also at the rarer line ends.
  return rest
    .slice(0, Math.max(end, 0))
    .trimStart()
    .split(/\n(?=\S)|[\u0085\u2028\u2029]/)
    .filter((part) => !isDescription(part))
    .join("\n")
    .trim();
}

/** Returns true for a key that only describes the document. A value with a YAML anchor is no such one: another key may refer to it. */
function isDescription(part: string): boolean {
  return /^(?:name|description|color|argument-hint|version|license)\s*:/.test(part) && !/[\s:,[{]&[^\s,[\]{}]/.test(part);
}
