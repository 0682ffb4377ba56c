import { structuredPatch } from "diff";
import type { DiffHunk, DiffLine } from "./hunks.ts";

type Input = Readonly<Record<string, unknown>>;

/** An edit before it is written: the file as it is and as it would be. */
export interface Proposal {
  /** Absolute path, as the CLI named it. */
  readonly path: string;
  /** The text now; undefined when there is no file. */
  readonly before: string | undefined;
  readonly after: string;
  readonly hunks: readonly DiffHunk[];
  readonly added: number;
  readonly removed: number;
}

/** Why a tool input cannot be shown as a proposal; it can still be allowed or denied as it is. */
export type ProposalProblem = "fileMissing" | "textMissing" | "textNotUnique" | "tooLarge";

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

/** The path that an edit writes to. */
export function editedPath(input: Input): string | undefined {
  return typeof input["file_path"] === "string" ? input["file_path"] : undefined;
}

/** The proposal of a Write, Edit or MultiEdit call on a file whose text is `before`. */
export function makeProposal(tool: string, input: Input, before: string | undefined): Proposal | ProposalProblem {
  const path = editedPath(input) ?? "";
  const after = tool === "Write" ? text(input, "content") : applyEdits(before, editsOf(tool, input));
  if (typeof after !== "string") return after.problem;
  if (after.length > largestText || (before?.length ?? 0) > largestText) return "tooLarge";
  const hunks = diffHunks(before ?? "", after);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: DiffLine["sign"]): number => lines.reduce((sum, line) => sum + (line.sign === sign ? 1 : 0), 0);
  return { path, before, after, hunks, added: count("+"), removed: count("-") };
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
 * Applies edits as the CLI does: on text with line feeds, which go back to what the file used.
 * An empty old text creates the file.
 */
function applyEdits(before: string | undefined, edits: readonly Edit[]): string | { problem: ProposalProblem } {
  const isCreation = edits[0]?.oldText === "";
  if (before === undefined && !isCreation) return { problem: "fileMissing" };
  const usesCrLf = before?.includes("\r\n") ?? false;
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

/** Deleting the text of whole lines takes their line break along (2.0.77 to 2.1.329, seen in the proposal tests). */
function removesLine(current: string, edit: Edit): boolean {
  return edit.newText === "" && !edit.oldText.endsWith("\n") && current.includes(`${edit.oldText}\n`);
}

/** Hunks with three lines of context. Past two seconds of searching the whole text counts as one change. */
export function diffHunks(before: string, after: string): readonly DiffHunk[] {
  const patch = structuredPatch("", "", before, after, "", "", { context: 3, timeout: 2_000 });
  if (!patch) {
    const side = (sign: "+" | "-", value: string): DiffLine[] => (value === "" ? [] : value.split("\n").map((line) => ({ sign, text: line })));
    return [{ oldStart: 1, newStart: 1, lines: [...side("-", before), ...side("+", after)] }];
  }
  return patch.hunks.map((hunk) => ({
    oldStart: hunk.oldStart,
    newStart: hunk.newStart,
    lines: hunk.lines.flatMap((line): DiffLine[] => {
      const sign = line[0];
      return sign === " " || sign === "+" || sign === "-" ? [{ sign, text: line.slice(1) }] : [];
    }),
  }));
}

function text(input: Input, key: string): string {
  return typeof input[key] === "string" ? input[key] : "";
}
