import { t } from "@vscode/l10n";
import { findMoves, type PlannedFile, type RestorePlan } from "../../contract/changes/rewind.ts";
import { formatCount } from "../numbers.ts";
import { formatGapReason } from "./gaps.ts";

/** Maximum number of files that a dialog lists; the rest is counted. */
const listedFiles = 12;

/** Returns the display path of a file. */
export type ToShown = (path: string) => string;

/** Returns the first names, one a line, with the number of those that follow. */
export function formatList(files: readonly string[]): string {
  const names = files.slice(0, listedFiles);
  if (files.length > listedFiles) names.push(t("and {0} more", files.length - listedFiles));
  return names.join("\n");
}

/** Returns in words what restoring does to lines; empty where it changes none. */
function describeLines(added: number, removed: number): string {
  const restores = added === 1 ? t("restores 1 line") : t("restores {0} lines", formatCount(added));
  const removes = removed === 1 ? t("removes 1 line") : t("removes {0} lines", formatCount(removed));
  if (added > 0 && removed > 0) return t("{0}, {1}", restores, removes);
  return added > 0 ? restores : removed > 0 ? removes : "";
}

/** Returns the sentence with the lines of all files; empty where none change. */
export function formatTotal(added: number, removed: number): string {
  const lines = describeLines(added, removed);
  return lines === "" ? "" : t("In total: {0}", lines);
}

/** Returns the lines that restoring a file adds and removes; empty for a binary file. */
export function formatLines({ lines }: PlannedFile): string {
  return lines === undefined ? "" : `+${lines.added} −${lines.removed}`;
}

/** Returns what restoring a file does, with the other path of a moved one. */
export function formatEffect(
  { path, effect, movedFrom }: PlannedFile,
  files: readonly PlannedFile[],
  toShown: ToShown,
): string {
  if (movedFrom !== undefined) return t("moved back from {0}", toShown(movedFrom));
  const target = files.find((file) => file.movedFrom === path);
  return target && effect === "delete" ? t("moved back to {0}", toShown(target.path)) : effectNames[effect]();
}

const effectNames: { readonly [E in PlannedFile["effect"]]: () => string } = {
  change: () => t("restored"),
  create: () => t("recreated"),
  delete: () => t("deleted"),
};

/** Returns a file with what restoring it does. */
function formatFile({ path, effect, lines }: PlannedFile, toShown: ToShown): string {
  const changes = effect === "change" && lines ? describeLines(lines.added, lines.removed) : "";
  return t("{0} ({1})", toShown(path), changes || effectNames[effect]());
}

/** Returns all that a restore does, and does not do, in sections. */
export function formatPlan({ files, uncovered, folders = 0 }: RestorePlan, toShown: ToShown): string {
  const restored = files.filter(({ choice }) => choice !== "keep");
  const foreign = files.filter(
    ({ choice, isForeign, inBackground = false }) => choice === "keep" && isForeign && !inBackground,
  );
  const byBackground = files.filter(({ choice, inBackground = false }) => choice === "keep" && inBackground);
  const leftOut = files.filter(({ choice, isForeign }) => choice === "keep" && !isForeign);
  // The preview has the others.
  const listed = restored.filter(({ isShown = false }) => !isShown);
  const isAll = listed.length === restored.length;
  const moves = findMoves(listed);
  const isMove = ({ movedFrom }: PlannedFile): boolean => movedFrom !== undefined && moves.has(movedFrom);
  const names = listed
    .filter(({ path }) => !moves.has(path))
    .map((file) =>
      file.movedFrom !== undefined && isMove(file)
        ? t("{0} (moved back from {1})", toShown(file.path), toShown(file.movedFrom))
        : formatFile(file, toShown),
    );
  const section = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? "" : `${title}\n${formatList(lines)}`;
  // The lines of a move stay as they are.
  const rewritten = listed.filter((file) => !isMove(file) && !moves.has(file.path));
  const [added, removed] = [sum(rewritten, "added"), sum(rewritten, "removed")];
  return [
    files.length === 0 ? t("No files changed since then.") : "",
    isAll ? formatList(names) : section(t("Not in the preview, or changed since:"), names),
    isAll && rewritten.length > 1 ? formatTotal(added, removed) : "",
    files.every(({ choice }) => choice === "restore") ? formatFolders(folders) : "",
    section(
      t("Kept, because you or another program changed them since:"),
      foreign.map((file) => toShown(file.path)),
    ),
    section(
      t("Kept, because they changed after a turn, while a background command of claude ran:"),
      byBackground.map((file) => toShown(file.path)),
    ),
    section(
      t("Excluded:"),
      leftOut.map((file) => toShown(file.path)),
    ),
    section(
      t("Can't be restored:"),
      uncovered.map(({ path, reason, size }) => t("{0} ({1})", toShown(path), formatGapReason(reason, size))),
    ),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function formatFolders(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? t("Also restores 1 folder (permissions, or an empty folder).")
    : t("Also restores {0} folders (permissions, or empty folders).", count);
}

function sum(files: readonly PlannedFile[], side: "added" | "removed"): number {
  return files.reduce((total, { lines }) => total + (lines?.[side] ?? 0), 0);
}
