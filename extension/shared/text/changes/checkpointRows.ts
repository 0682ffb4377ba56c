import { t } from "@vscode/l10n";
import type { FileDifference } from "../../contract/changes/checkpoints.ts";
import type { ToolItem } from "../../contract/items.ts";
import { getToolVerb } from "../transcript/tools.ts";

/** Maximum length of a label, in code points. */
const maxLabel = 60;

/** A point as its label describes it. */
export interface LabeledPoint {
  readonly row: { readonly kind: string; readonly name: string };
  /** Text of its message; undefined where that is not in memory. */
  readonly text?: string | undefined;
  /** Its tool call; undefined where that is not in memory. */
  readonly call?: Pick<ToolItem, "toolKind" | "subject"> | undefined;
}

/** Returns the first line of a message, a tool call with its subject, or the name of a point, for its row. */
export function formatCheckpointLabel({ row: { kind, name }, text, call }: LabeledPoint): string {
  const line = shorten(text?.trim().split("\n", 1)[0] ?? "");
  switch (kind) {
    case "message":
      return line || t("Message");
    case "call":
      return shorten([getToolVerb(call?.toolKind ?? "other", name), call?.subject].filter(Boolean).join(" "));
    case "manual":
      return t("Checkpoint “{0}”", name);
    case "rewind":
      return line === "" ? t("Rewind") : t("Rewind to “{0}”", line);
    case "undo":
      return t("Rewind undone");
    case "redo":
      return t("Rewind redone");
    case "revert":
      return t("Changes reverted");
    default:
      return t("Changes applied");
  }
}

/** Formats the number of files and of their lines, such as "2 files +3 −1"; empty for none. */
export function formatChangeCounts(files: readonly FileDifference[] | undefined): string {
  if (!files || files.length === 0) return "";
  const count = files.length === 1 ? t("1 file") : t("{0} files", files.length);
  const sum = (side: "added" | "removed"): number =>
    files.reduce((total, { lines }) => total + (lines?.[side] ?? 0), 0);
  return `${count} +${sum("added")} −${sum("removed")}`;
}

const kinds: { readonly [K in FileDifference["kind"]]: () => string } = {
  added: () => t("added"),
  removed: () => t("deleted"),
  changed: () => t("changed"),
  mode: () => t("permissions changed"),
};

/** Formats added and removed lines as words, with correct plurals. */
function formatLines(added: number, removed: number): string {
  const gained = added === 1 ? t("1 line added") : t("{0} lines added", added);
  return `${gained}, ${removed === 1 ? t("1 line removed") : t("{0} lines removed", removed)}`;
}

/** Formats what happened to a file, such as "changed +3 −1". */
export function formatFileChange({ kind, lines }: FileDifference): string {
  return lines ? `${kinds[kind]()} +${lines.added} −${lines.removed}` : kinds[kind]();
}

/** Returns the accessible name of a row: its label, what it changed, and when, as sentences. */
export function formatCheckpointName(label: string, files: readonly FileDifference[] | undefined, age: string): string {
  const sum = (side: "added" | "removed"): number =>
    (files ?? []).reduce((total, { lines }) => total + (lines?.[side] ?? 0), 0);
  if (!files) return t("{0}. Changed files unknown. {1}.", label, age);
  if (files.length === 0) return t("{0}. No files changed. {1}.", label, age);
  const lines = formatLines(sum("added"), sum("removed"));
  return files.length === 1
    ? t("{0}. 1 file changed, {1}. {2}.", label, lines, age)
    : t("{0}. {1} files changed, {2}. {3}.", label, files.length, lines, age);
}

/** Returns the accessible name of a file below a row. */
export function formatFileName(path: string, { kind, lines }: FileDifference): string {
  return lines
    ? t("{0}, {1}, {2}.", path, kinds[kind](), formatLines(lines.added, lines.removed))
    : t("{0}, {1}.", path, kinds[kind]());
}

export const checkpointRowText = {
  older: () => t("Show earlier checkpoints"),
  pick: () => t("Select a checkpoint"),
  restoreFile: () => t("Restore File"),
  comparedWithNow: (label: string) => t("{0} ↔ current files", label),
  comparedWith: (one: string, other: string) => t("{0} ↔ {1}", one, other),
} as const satisfies Readonly<Record<string, (...values: never[]) => string>>;

function shorten(text: string): string {
  const letters = [...text];
  return letters.length > maxLabel ? `${letters.slice(0, maxLabel - 1).join("")}…` : text;
}
