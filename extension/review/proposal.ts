import type { ProposalProblem } from "../contract/requests.ts";
import { changeOf, type FileChange } from "./changeSet.ts";

/** 5 million UTF-16 units: past that a diff says nothing to a person and costs seconds. */
export const largestText = 5_000_000;

/** Text that takes the place of another. */
export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly isEverywhere: boolean;
}

/** What a call means to do to a text file: write it anew, or replace texts in it, in order. */
export type FileEdit = { readonly path: string } & ({ readonly content: string } | { readonly replacements: readonly Replacement[] });

/** What `edit` does to a file whose text is `before` (undefined when there is no file), or why that cannot be shown. */
export function makeProposal(edit: FileEdit, before: string | undefined): FileChange | ProposalProblem {
  const after = "content" in edit ? edit.content : replaceAll(before, edit.replacements);
  if (typeof after !== "string") return after.problem;
  if (after.length > largestText || (before?.length ?? 0) > largestText) return "tooLarge";
  return changeOf(edit.path, before, after);
}

/**
 * Applies edits as the CLI does: on text with line feeds, all of which become what most of the file's were.
 * An empty old text creates the file.
 */
function replaceAll(before: string | undefined, edits: readonly Replacement[]): string | { problem: ProposalProblem } {
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
function removesLine(current: string, edit: Replacement): boolean {
  return edit.newText === "" && !edit.oldText.endsWith("\n") && current.includes(`${edit.oldText}\n`);
}
