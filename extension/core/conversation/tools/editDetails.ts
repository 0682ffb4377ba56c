import { escapeInvisible } from "../../../shared/base/invisible.ts";
import { readArray, readBoolean, readNumber, readString } from "../../../shared/base/read.ts";
import type { DiffHunk, ToolDetails } from "../../../shared/contract/tools.ts";
import { computeChange } from "../../review/changeSet.ts";
import { computeNotebookChange, type NotebookEdit } from "../../review/notebook.ts";
import { parsePatchLines } from "../../review/patchLines.ts";
import type { Replacement } from "../../review/proposal.ts";
import { getOutput } from "./output.ts";
import type { Input } from "./toolDescription.ts";
import type { ToolRecord } from "./toolRecord.ts";

/** The intended edit of a file: write the whole file, or replace texts in it. */
export type IntendedEdit = { readonly content: string } | { readonly replacements: readonly Replacement[] };

/** Maximum number of diff lines that the webview gets when a card is opened. */
const shownLines = 2_000;

/** Returns the input of a call as it was executed; the user can have replaced the model's input. */
export function getExecutedInput({ input, result }: ToolRecord): Input {
  const told = {
    content: readString(result, "content"),
    old_string: readString(result, "oldString"),
    new_string: readString(result, "newString"),
  };
  const isEverywhere = readBoolean(result, "replaceAll");
  const known = Object.entries(told).filter(([field, text]) => text !== undefined && field in input);
  return {
    ...input,
    ...Object.fromEntries(known),
    ...(isEverywhere === undefined ? {} : { replace_all: isEverywhere }),
  };
}

/**
 * Reads the patch that `claude` computed for a finished edit. It is empty for a new file, and missing for the edit of a
 * subagent (2.1.329).
 */
export function readPatch(result: unknown): readonly DiffHunk[] {
  return (readArray(result, "structuredPatch") ?? []).map((hunk) => ({
    oldStart: readNumber(hunk, "oldStart") ?? 1,
    newStart: readNumber(hunk, "newStart") ?? 1,
    lines: parsePatchLines((readArray(hunk, "lines") ?? []).filter((line) => typeof line === "string")),
  }));
}

/**
 * Returns the details of an edit: the written diff, truncated for the card. Without a patch it is the diff of the
 * intended edit, with the error text of a failed call.
 */
export function getEditDetails(call: ToolRecord, intended: IntendedEdit): ToolDetails {
  return diffDetails(call, getEditHunks(call, intended));
}

/** Returns the same details for a notebook. */
export function getNotebookDetails(call: ToolRecord, edit: NotebookEdit): ToolDetails {
  return diffDetails(call, getNotebookHunks(call, edit));
}

/** Returns the whole written diff; without a patch the diff of the intended edit. */
export function getEditHunks({ result }: ToolRecord, intended: IntendedEdit): readonly DiffHunk[] {
  const patch = readPatch(result);
  return patch.length > 0 ? patch : getIntendedHunks(intended, readString(result, "originalFile"));
}

/** Returns the whole diff of a notebook as text; only the diff of the cell where the notebook is not known. */
export function getNotebookHunks(call: ToolRecord, edit: NotebookEdit): readonly DiffHunk[] {
  const original = readString(call.result, "original_file");
  const change =
    (original === undefined ? undefined : computeNotebookChange(original, edit)) ??
    computeChange(edit.path, undefined, edit.source);
  // Line numbers in the text of a notebook do not match those of the file.
  return markUnplaced(change.hunks);
}

function getIntendedHunks(intended: IntendedEdit, original: string | undefined): readonly DiffHunk[] {
  if ("content" in intended) return computeChange("", original, intended.content).hunks;
  return markUnplaced(
    intended.replacements.flatMap(({ oldText, newText }) => computeChange("", oldText, newText).hunks),
  );
}

function markUnplaced(hunks: readonly DiffHunk[]): readonly DiffHunk[] {
  return hunks.map((hunk) => ({ ...hunk, isUnplaced: true }));
}

function diffDetails(call: ToolRecord, all: readonly DiffHunk[]): ToolDetails {
  if (all.length === 0)
    return { kind: "generic", input: escapeInvisible(JSON.stringify(call.input, null, 2)), output: getOutput(call) };
  const { hunks, omitted } = takeFirstLines(all);
  // The result of a failed call is a text (2.0.77 to 2.1.329).
  const said = typeof call.result === "string" ? { output: getOutput(call) } : {};
  return { kind: "diff", hunks, ...(omitted > 0 ? { omitted } : {}), ...said };
}

function takeFirstLines(all: readonly DiffHunk[]): { readonly hunks: readonly DiffHunk[]; readonly omitted: number } {
  let left = shownLines;
  const hunks = all.flatMap(({ oldStart, newStart, lines, isUnplaced }): DiffHunk[] => {
    const shown = lines.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ oldStart, newStart, lines: shown, ...(isUnplaced ? { isUnplaced } : {}) }];
  });
  return { hunks, omitted: all.reduce((sum, { lines }) => sum + lines.length, 0) - (shownLines - left) };
}
