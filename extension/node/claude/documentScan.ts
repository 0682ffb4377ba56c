import path from "node:path";
import { describeDocument } from "../../core/options/repository/documentEntries.ts";
import type { FoundEntry } from "../../core/options/repository/parsedFile.ts";
import { type DocumentFile, readMatchingFiles } from "./matchingFiles.ts";

/**
 * Folders with Markdown files, and what they contain. A skill is a folder with a SKILL.md. An agent gets the memory of
 * its name, also one of the user's that keeps it in the project (2.1.329, 2.1.332).
 */
const documentFolders = [
  ["agents", "agent"],
  ["commands", "command"],
  ["skills", "skill"],
  ["output-styles", "outputStyle"],
  ["rules", "instructions"],
  ["agent-memory", "instructions"],
  ["agent-memory-local", "instructions"],
] as const;

type ReadKind = (typeof documentFolders)[number][1] | "workflow" | "mod";

/** Finds the documents in the usual folders of a `.claude` folder or a plugin. */
export async function scanDocuments(folder: string): Promise<FoundEntry[]> {
  const found = await Promise.all(documentFolders.map(([name, kind]) => scanFiles(path.join(folder, name), kind)));
  return found.flat();
}

/**
 * Finds what a folder contains, or a file, which counts under its own name. Scripts run inside `claude`: a changed one
 * is a new entry.
 */
export async function scanFiles(at: string, kind: ReadKind): Promise<FoundEntry[]> {
  const isCode = kind === "mod" || kind === "workflow";
  const names = isCode ? /\.[cm]?[jt]s$/i : kind === "skill" ? /^SKILL\.md$/i : /\.md$/i;
  const describe = ({ name, path: file, text, problem, state = "" }: DocumentFile): FoundEntry => {
    if (isCode) return { kind, name, value: problem ?? "", path: file, identity: `${problem ?? ""}${state}${text}` };
    if (problem === undefined) return describeDocument(kind, name, file, text);
    return { kind: "unreadable", name, value: problem, path: file, identity: `${problem} ${state}` };
  };
  return (await readMatchingFiles(at, names)).map(describe);
}
