import { readArray, readBoolean, readNumber, readObject, readString } from "../../../shared/base/read.ts";
import type { ToolSummary } from "../../../shared/contract/tools.ts";
import type { NotebookEdit } from "../../review/notebook.ts";
import type { FileEdit, Replacement } from "../../review/proposal.ts";
import { getEditDetails, getExecutedInput, getNotebookDetails, type IntendedEdit, readPatch } from "./editDetails.ts";
import { getOutputWithImages } from "./output.ts";
import { toRelativePath } from "./relativePath.ts";
import type { Input, RequestContent, ToolDescription, ToolTable } from "./toolDescription.ts";
import type { ToolRecord } from "./toolRecord.ts";

const filePath = (input: Input): string | undefined => readString(input, "file_path");
const notebookPath = (input: Input): string | undefined => readString(input, "notebook_path");

/** Returns the first line that is read; undefined for a value that is not a line number. */
function getLine(input: Input): number | undefined {
  const line = readNumber(input, "offset");
  return line !== undefined && Number.isSafeInteger(line) && line >= 1 ? line : undefined;
}

const read: ToolDescription = {
  kind: "read",
  path: filePath,
  line: getLine,
  subject(input, folder) {
    const path = toRelativePath(filePath(input) ?? "", folder);
    const from = readNumber(input, "offset");
    const count = readNumber(input, "limit");
    if (from === undefined && count === undefined) return path;
    return `${path} · ${from ?? 1}–${count === undefined ? "" : (from ?? 1) + count - 1}`;
  },
  summary({ result }) {
    const count = readNumber(readObject(result, "file"), "numLines");
    return count === undefined ? undefined : { code: "lines", count };
  },
  details: (call) => ({ kind: "output", ...getOutputWithImages(call) }),
};

function edit(
  kind: "write" | "edit",
  changeOf: (input: Input) => IntendedEdit,
  told: RequestContent["coveredFields"],
  inputFor: ToolDescription["inputFor"] = withEdit,
): ToolDescription {
  return {
    kind,
    path: filePath,
    ...(kind === "write" ? { streamed: "content" } : { streamed: "new_string", replaced: "old_string" }),
    edit: (input) => ({ path: filePath(input) ?? "", ...changeOf(input) }),
    inputFor,
    subject: (input, folder) => toRelativePath(filePath(input) ?? "", folder),
    summary: changeSummary,
    details: (call) => getEditDetails(call, changeOf(getExecutedInput(call))),
    request: { coveredFields: told },
  };
}

function withEdit(input: Input, edit: FileEdit): Input {
  return "content" in edit ? { ...input, content: edit.content } : { ...input, ...toEdits(edit)[0] };
}

function withEdits(input: Input, edit: FileEdit): Input {
  return { ...input, edits: toEdits(edit) };
}

function toEdits(
  edit: FileEdit,
): { readonly old_string: string; readonly new_string: string; readonly replace_all: boolean }[] {
  const replacements = "content" in edit ? [] : edit.replacements;
  return replacements.map(({ oldText, newText, isEverywhere }) => ({
    old_string: oldText,
    new_string: newText,
    replace_all: isEverywhere,
  }));
}

const notebook: ToolDescription = {
  kind: "notebook",
  path: notebookPath,
  subject: (input, folder) => toRelativePath(notebookPath(input) ?? "", folder),
  notebookEdit: readCellEdit,
  streamed: "new_source",
  details: (call) => getNotebookDetails(call, readCellEdit(call.input)),
  request: {
    coveredFields: {
      notebook_path: "string",
      cell_id: "string",
      new_source: "string",
      cell_type: "string",
      edit_mode: "string",
    },
  },
};

function readCellEdit(input: Input): NotebookEdit {
  const mode = readString(input, "edit_mode");
  return {
    path: notebookPath(input) ?? "",
    cell: readString(input, "cell_id"),
    source: text(input, "new_source"),
    cellType: readString(input, "cell_type"),
    mode: mode === "insert" || mode === "delete" ? mode : "replace",
  };
}

const text = (input: unknown, key: string): string => readString(input, key) ?? "";

const write = (input: Input): IntendedEdit => ({ content: text(input, "content") });
const replace = (input: Input): IntendedEdit => ({ replacements: [readReplacement(input)] });
const replaceMany = (input: Input): IntendedEdit => ({
  replacements: (readArray(input, "edits") ?? [input]).map(readReplacement),
});

function readReplacement(input: unknown): Replacement {
  return {
    oldText: text(input, "old_string"),
    newText: text(input, "new_string"),
    isEverywhere: readBoolean(input, "replace_all") === true,
  };
}

/**
 * Summarizes the changed lines. For the edit of a subagent `claude` sends no patch (2.1.329); the summary is omitted
 * then, since "no changes" would be wrong.
 */
function changeSummary({ result }: ToolRecord): ToolSummary | undefined {
  if (readString(result, "type") === "create")
    return { code: "created", count: countLines(readString(result, "content") ?? "") };
  if (!readArray(result, "structuredPatch")) return undefined;
  const lines = readPatch(result).flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.sign === sign).length;
  return { code: "changed", added: count("+"), removed: count("-") };
}

function countLines(text: string): number {
  return text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

export const fileTools: ToolTable = [
  ["Read", read],
  ["Write", edit("write", write, { file_path: "string", content: "string" })],
  [
    "Edit",
    edit("edit", replace, { file_path: "string", old_string: "string", new_string: "string", replace_all: "boolean" }),
  ],
  ["MultiEdit", edit("edit", replaceMany, { file_path: "string", edits: "object" }, withEdits)],
  ["NotebookEdit", notebook],
];
