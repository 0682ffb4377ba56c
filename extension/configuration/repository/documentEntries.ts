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

/** Returns the lines between the marks at the start of a Markdown file, without those that only describe it. */
function findHeader(text: string): string {
  const [, header = ""] = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  // A value may continue on indented lines, which belong to its key.
  return header
    .replace(/\r/g, "")
    .split(/\n(?=\S)/)
    .filter((part) => !/^(?:name|description|color|argument-hint|version|license)\s*:/.test(part))
    .join("\n")
    .trim();
}
