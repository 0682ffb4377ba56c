import { readString } from "../../../shared/base/read.ts";
import { type DiffHunk, isApart } from "../../../shared/contract/tools.ts";
import { applyEdit } from "../../review/proposal.ts";
import type { DiskText } from "../../review/writeRules.ts";
import { getEdit, getNotebookEdit, getPath } from "../tools/describeCall.ts";
import { getEditHunks, getExecutedInput, getNotebookHunks } from "../tools/editDetails.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";
import { getWriteRules } from "../tools/versionRules.ts";

/** The text of a file before and after a call; where the whole file is unknown, both sides of its diff. */
export interface CallTexts {
  readonly path: string;
  /** Undefined for a file that did not exist. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Computes the effect of a call on its file, whether the call ran or is only requested. `known` is the file before the
 * call, where that is known; `version` is the CLI version. Returns undefined for a call that edits nothing.
 */
export function computeCallTexts(
  call: ToolRecord,
  known: { readonly before: DiskText | undefined } | undefined,
  version: string | undefined,
): CallTexts | undefined {
  const path = getPath(call.tool, call.input);
  if (path === undefined) return undefined;
  const edit = getEdit(call.tool, getExecutedInput(call));
  const after =
    edit && known ? applyEdit(edit, known.before, getWriteRules(version)) : readString(call.result, "updated_file");
  if (known && typeof after === "string") return { path, before: known.before?.text, after };
  const cell = getNotebookEdit(call.tool, call.input);
  // Uses all hunks: a card shows only the beginning of a long diff, and links here.
  const hunks = edit ? getEditHunks(call, edit) : cell ? getNotebookHunks(call, cell) : [];
  return hunks.length > 0 ? { path, before: getSide(hunks, "+"), after: getSide(hunks, "-") } : undefined;
}

/** Returns one side of a diff: its lines without those of the other side. */
function getSide(hunks: readonly DiffHunk[], other: "+" | "-"): string {
  return hunks
    .map((hunk, index) => {
      const previous = hunks[index - 1];
      return (
        (previous && isApart(previous, hunk) ? "⋯\n" : "") +
        hunk.lines.flatMap(({ sign, text }) => (sign === other ? [] : `${text}\n`)).join("")
      );
    })
    .join("");
}
