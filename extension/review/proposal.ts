import { stringAt } from "../base/read.ts";
import type { ProposalProblem } from "../contract/requests.ts";
import { changeOf, type FileChange } from "./changeSet.ts";

type Input = Readonly<Record<string, unknown>>;

/** 5 million UTF-16 units: past that a diff says nothing to a person and costs seconds. */
export const largestText = 5_000_000;

export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  readonly isEverywhere: boolean;
}

/** True for the tools whose input says what a text file will hold. */
export function isTextEdit(tool: string): boolean {
  return tool === "Write" || tool === "Edit" || tool === "MultiEdit";
}

/** The path that an edit writes to; empty when it names none. */
export function editedPath(input: Input): string {
  return text(input, "file_path");
}

/** What a Write, Edit or MultiEdit call does to a file whose text is `before`, or why that cannot be shown. */
export function makeProposal(tool: string, input: Input, before: string | undefined): FileChange | ProposalProblem {
  const after = tool === "Write" ? text(input, "content") : applyEdits(before, editsOf(tool, input));
  if (typeof after !== "string") return after.problem;
  if (after.length > largestText || (before?.length ?? 0) > largestText) return "tooLarge";
  return changeOf(editedPath(input), before, after);
}

function editsOf(tool: string, input: Input): Edit[] {
  const edits = tool === "MultiEdit" && Array.isArray(input["edits"]) ? (input["edits"] as Input[]) : [input];
  return edits.map((edit) => ({
    oldText: text(edit, "old_string"),
    newText: text(edit, "new_string"),
    isEverywhere: edit["replace_all"] === true,
  }));
}

/**
 * Applies edits as the CLI does: on text with line feeds, all of which become what most of the file's were.
 * An empty old text creates the file.
 */
function applyEdits(before: string | undefined, edits: readonly Edit[]): string | { problem: ProposalProblem } {
  const isCreation = edits[0]?.oldText === "";
  // Only a file without text is written anew by an edit of no text (2.0.77 to 2.1.329, seen in the proposal tests).
  if (isCreation && before !== undefined && before.trim() !== "") return { problem: "fileExists" };
  if (before === undefined && !isCreation) return { problem: "fileMissing" };
  const usesCrLf = isMostlyCrLf(before ?? "");
  let current = (before ?? "").replaceAll("\r\n", "\n");
  for (const edit of edits) {
    if (edit.oldText === "") {
      current = edit.newText;
      continue;
    }
    const first = current.indexOf(edit.oldText);
    if (first === -1) return { problem: "textMissing" };
    if (!edit.isEverywhere && current.indexOf(edit.oldText, first + 1) !== -1) return { problem: "textNotUnique" };
    const find = removesLine(current, edit) ? `${edit.oldText}\n` : edit.oldText;
    current = edit.isEverywhere ? current.replaceAll(find, () => edit.newText) : current.replace(find, () => edit.newText);
  }
  return usesCrLf ? current.replaceAll("\n", "\r\n") : current;
}

/** Characters by which the CLI judges line ends. */
const judgedLength = 4_096;

/** Mixed line ends are made equal; the more frequent ones at the start of the file win (2.0.77 to 2.1.329, seen in the proposal tests). */
function isMostlyCrLf(content: string): boolean {
  const start = content.slice(0, judgedLength);
  const all = start.split("\n").length - 1;
  const crLf = start.split("\r\n").length - 1;
  return crLf > all - crLf;
}

/** Deleting the text of whole lines takes their line break along (2.0.77 to 2.1.329, seen in the proposal tests). */
function removesLine(current: string, edit: Edit): boolean {
  return edit.newText === "" && !edit.oldText.endsWith("\n") && current.includes(`${edit.oldText}\n`);
}

function text(input: Input, key: string): string {
  return stringAt(input, key) ?? "";
}
