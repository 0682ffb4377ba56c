import type { ProposalProblem } from "../../shared/contract/requests/requests.ts";
import { computeChange, type FileChange } from "./changeSet.ts";
import { findQuoted, withQuotesOf } from "./quotes.ts";
import { byteOrderMark, type DiskText, usesCrLf, type WriteRules, withCrLf } from "./writeRules.ts";

/** 5 million UTF-16 units: a diff of a longer text is of no use to the user and takes seconds. */
export const maxProposalLength = 5_000_000;

/** A text that replaces another one. */
export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly isEverywhere: boolean;
}

/** The intended edit of a text file: write the whole file, or replace texts in it, in order. */
export type FileEdit = { readonly path: string } & (
  | { readonly content: string }
  | { readonly replacements: readonly Replacement[] }
);

/**
 * Returns the change that `edit` makes to a file (`before` is undefined for a new file), or the reason why it cannot be
 * shown.
 */
export function makeProposal(
  edit: FileEdit,
  before: DiskText | undefined,
  rules: WriteRules,
): FileChange | ProposalProblem {
  const after = applyEdit(edit, before, rules);
  if (typeof after !== "string") return after.problem;
  if (after.length > maxProposalLength || (before?.text.length ?? 0) > maxProposalLength) return "tooLarge";
  return computeChange(edit.path, before?.text, after);
}

/** Returns the text that `claude` leaves in a file after an edit. */
export function applyEdit(
  edit: FileEdit,
  before: DiskText | undefined,
  rules: WriteRules,
): string | { readonly problem: ProposalProblem } {
  return "content" in edit ? getWrittenText(edit.content, before, rules) : replaceAll(before, edit.replacements, rules);
}

function getWrittenText(content: string, before: DiskText | undefined, rules: WriteRules): string {
  if (before === undefined) return content;
  if (!rules.isFaithful) return usesCrLf(before, rules) ? withCrLf(content, rules) : content;
  const isMarked = before.text.startsWith(byteOrderMark) && !content.startsWith(byteOrderMark);
  return isMarked ? byteOrderMark + content : content;
}

/**
 * Applies edits as `claude` does: on text with line feeds, which all become the line end of most lines of the file. An
 * empty old text creates the file.
 */
function replaceAll(
  before: DiskText | undefined,
  edits: readonly Replacement[],
  rules: WriteRules,
): string | { problem: ProposalProblem } {
  const isCreation = edits[0]?.oldText === "";
  // An edit with an empty old text may replace a file only if that file has no text.
  if (isCreation && before !== undefined && before.text.trim() !== "") return { problem: "fileExists" };
  if (before === undefined && !isCreation) return { problem: "fileMissing" };
  let current = (before?.text ?? "").replaceAll("\r\n", "\n");
  for (const edit of edits) {
    if (edit.oldText === "") {
      current = edit.newText;
      continue;
    }
    const found = findQuoted(current, edit.oldText);
    if (found === undefined) return { problem: "textMissing" };
    if (!edit.isEverywhere && current.indexOf(found, current.indexOf(found) + 1) !== -1)
      return { problem: "textNotUnique" };
    const newText = rules.stylesQuotes ? withQuotesOf(found, edit.oldText, edit.newText) : edit.newText;
    const find = newText === "" && removesLine(current, found) ? `${found}\n` : found;
    current = edit.isEverywhere ? current.replaceAll(find, () => newText) : current.replace(find, () => newText);
  }
  return before !== undefined && usesCrLf(before, rules) ? withCrLf(current, rules) : current;
}

/** Returns true where deleting the text of whole lines also deletes their line break. */
function removesLine(current: string, found: string): boolean {
  return !found.endsWith("\n") && current.includes(`${found}\n`);
}
