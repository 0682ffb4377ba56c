import { escapeInvisible } from "../../base/invisible.ts";
import { arrayAt, booleanAt, numberAt, stringAt } from "../../base/read.ts";
import type { DiffHunk, ToolDetails } from "../../contract/tools.ts";
import { changeOf } from "../../review/changeSet.ts";
import { type NotebookEdit, notebookChange } from "../../review/notebook.ts";
import { linesOfPatch } from "../../review/patchLines.ts";
import type { Replacement } from "../../review/proposal.ts";
import { outputOf } from "./output.ts";
import type { Input } from "./toolDescription.ts";
import type { ToolRecord } from "./toolRecord.ts";

/** What an edit means to do: write the whole file, or replace texts in it. */
export type Intended = { readonly content: string } | { readonly replacements: readonly Replacement[] };

/** Lines of a diff that cross to the webview when a card is opened. */
const shownLines = 2_000;

/** The input of a call as it was carried out: a person can have written another one than the model. */
export function carriedOut({ input, result }: ToolRecord): Input {
  const told = { content: stringAt(result, "content"), old_string: stringAt(result, "oldString"), new_string: stringAt(result, "newString") };
  const isEverywhere = booleanAt(result, "replaceAll");
  const known = Object.entries(told).filter(([field, text]) => text !== undefined && field in input);
  return { ...input, ...Object.fromEntries(known), ...(isEverywhere === undefined ? {} : { replace_all: isEverywhere }) };
}

/** The CLI's own patch of a finished edit. Of a file that was not there it is empty, of a subagent's edit there is none (2.1.329). */
export function patchOf(result: unknown): readonly DiffHunk[] {
  return (arrayAt(result, "structuredPatch") ?? []).map((hunk) => ({
    oldStart: numberAt(hunk, "oldStart") ?? 1,
    newStart: numberAt(hunk, "newStart") ?? 1,
    lines: linesOfPatch((arrayAt(hunk, "lines") ?? []).filter((line) => typeof line === "string")),
  }));
}

/** The diff that was written, as far as a card shows it; where the CLI tells none, what the call means to write, with what was said where that did not go well. */
export function editDetails(call: ToolRecord, intended: Intended): ToolDetails {
  return diffDetails(call, editHunks(call, intended));
}

/** The same for a notebook. */
export function notebookDetails(call: ToolRecord, edit: NotebookEdit): ToolDetails {
  return diffDetails(call, notebookHunks(call, edit));
}

/** All of the diff that was written; where the CLI tells none, of what the call means to write. */
export function editHunks({ result }: ToolRecord, intended: Intended): readonly DiffHunk[] {
  const patch = patchOf(result);
  return patch.length > 0 ? patch : intendedHunks(intended, stringAt(result, "originalFile"));
}

/** All that an edit does to a notebook, as text; of its cell alone where the notebook is not known. */
export function notebookHunks(call: ToolRecord, edit: NotebookEdit): readonly DiffHunk[] {
  const original = stringAt(call.result, "original_file");
  const change = (original === undefined ? undefined : notebookChange(original, edit)) ?? changeOf(edit.path, undefined, edit.source);
  // No line of a notebook's text is one of the file.
  return unplaced(change.hunks);
}

function intendedHunks(intended: Intended, original: string | undefined): readonly DiffHunk[] {
  if ("content" in intended) return changeOf("", original, intended.content).hunks;
  return unplaced(intended.replacements.flatMap(({ oldText, newText }) => changeOf("", oldText, newText).hunks));
}

function unplaced(hunks: readonly DiffHunk[]): readonly DiffHunk[] {
  return hunks.map((hunk) => ({ ...hunk, isUnplaced: true }));
}

function diffDetails(call: ToolRecord, all: readonly DiffHunk[]): ToolDetails {
  if (all.length === 0) return { kind: "generic", input: escapeInvisible(JSON.stringify(call.input, null, 2)), output: outputOf(call) };
  const { hunks, omitted } = firstLines(all);
  // The result of a call that did not go well is a text (2.0.77 to 2.1.329).
  const said = typeof call.result === "string" ? { output: outputOf(call) } : {};
  return { kind: "diff", hunks, ...(omitted > 0 ? { omitted } : {}), ...said };
}

function firstLines(all: readonly DiffHunk[]): { readonly hunks: readonly DiffHunk[]; readonly omitted: number } {
  let left = shownLines;
  const hunks = all.flatMap(({ oldStart, newStart, lines, isUnplaced }): DiffHunk[] => {
    const shown = lines.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ oldStart, newStart, lines: shown, ...(isUnplaced ? { isUnplaced } : {}) }];
  });
  return { hunks, omitted: all.reduce((sum, { lines }) => sum + lines.length, 0) - (shownLines - left) };
}
