import { readString } from "../../base/read.ts";
import type { DiffHunk } from "../../contract/tools.ts";
import { applyEdit } from "../../review/proposal.ts";
import type { DiskText } from "../../review/writeRules.ts";
import { getWriteRules } from "../permissions/proposals.ts";
import { getEdit, getNotebookEdit, getPath } from "../tools/describeCall.ts";
import { getEditHunks, getExecutedInput, getNotebookHunks } from "../tools/editDetails.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";

/** A file before a call and after it; of a file that is not known whole, what its diff says of both. */
export interface CallTexts {
  readonly path: string;
  /** Undefined for a file that was not there. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * What a call makes of its file, whether it did so or only asked for it. `known` is the file before it, where that is known;
 * `version` is that of the CLI. Undefined for a call that edits nothing.
 */
export function computeCallTexts(
  call: ToolRecord,
  known: { readonly before: DiskText | undefined } | undefined,
  version: string | undefined,
): CallTexts | undefined {
  const path = getPath(call.tool, call.input);
  if (path === undefined) return undefined;
  const edit = getEdit(call.tool, getExecutedInput(call));
  const after = edit && known ? applyEdit(edit, known.before, getWriteRules(version)) : readString(call.result, "updated_file");
  if (known && typeof after === "string") return { path, before: known.before?.text, after };
  const cell = getNotebookEdit(call.tool, call.input);
  // All of it: a card, which shows the beginning of a long diff, sends its reader here.
  const hunks = edit ? getEditHunks(call, edit) : cell ? getNotebookHunks(call, cell) : [];
  return hunks.length > 0 ? { path, before: getSide(hunks, "+"), after: getSide(hunks, "-") } : undefined;
}

/** One side of a diff: its lines but those with the other side's sign. */
function getSide(hunks: readonly DiffHunk[], other: "+" | "-"): string {
  return hunks.map(({ lines }) => lines.flatMap(({ sign, text }) => (sign === other ? [] : `${text}\n`)).join("")).join("⋯\n");
}
