import { t } from "@vscode/l10n";
import type { GapReason, UncoveredReason } from "../../contract/changes/checkpoints.ts";
import {
  countRestored,
  type FileChoice,
  type PlannedFile,
  type RewindPreview,
  type RewindProblem,
} from "../../contract/changes/rewind.ts";
import { formatFileCount as countedFiles } from "../numbers.ts";
import { formatGapReason, gaps } from "./gaps.ts";
import { formatEffect, formatLines, formatList, formatPlan, formatTotal, type ToShown } from "./restorePlan.ts";
import { formatRewindProblem } from "./rewindFailures.ts";

type Preview = Extract<RewindPreview, { kind: "possible" }>;
/** A rewind that can restore files. */
type PossibleRewind = Exclude<RewindPreview, { kind: "impossible" }>;

/** Returns the number of files that a rewind restores without another question. */
function countFiles(preview: RewindPreview): number {
  if (preview.kind === "impossible") return 0;
  return preview.kind === "possible" ? preview.files.length : countRestored(preview.plan.files);
}

function formatPreview({ files, insertions, deletions, why }: Preview, toShown: ToShown): string {
  return [
    files.length > 0
      ? [formatList(files.map(toShown)), formatTotal(insertions, deletions)].filter(Boolean).join("\n\n")
      : t("claude edited no files since then."),
    why === undefined
      ? t("Changes made by shell commands or MCP tools are unknown here and can't be undone.")
      : t(
          "There is no checkpoint ({0}). Changes made by shell commands or MCP tools are unknown here and can't be undone.",
          gaps[why](),
        ),
  ].join("\n\n");
}

/** Returns the sentence about other conversations that work in the folder; empty for none. */
function formatAtWork(titles: readonly string[]): string {
  const [first = "", ...others] = titles;
  if (titles.length === 0) return "";
  if (others.length === 0) return t("“{0}” is also working in this folder.", first);
  return others.length === 1
    ? t("“{0}” and 1 other conversation are also working in this folder.", first)
    : t("“{0}” and {1} other conversations are also working in this folder.", first, others.length);
}

const choices: { readonly [C in FileChoice]: () => string } = {
  keep: () => t("Keep my version"),
  restore: () => t("Restore"),
  merge: () => t("Merge"),
};

/** Texts of the rewind dialogs. */
export const rewindText = {
  files: () => t("Restore Files"),
  both: () => t("Restore Files and Conversation"),
  conversation: () => t("Restore Conversation"),
  preview: () => t("Preview Changes"),
  impossible: () => t("Files can't be restored to this point."),
  impossibleDetail: (problem: RewindProblem): string =>
    `${formatRewindProblem(problem)}\n\n${t("You can still restore the conversation; files don't change.")}`,
  question: (preview: PossibleRewind, message = ""): string => {
    if (message !== "") return t("Rewind to before “{0}”?", message);
    const count = countFiles(preview);
    return count === 0 ? t("Rewind the conversation?") : t("Rewind {0}?", countedFiles(count));
  },
  detail: (preview: PossibleRewind, toShown: ToShown, atWork: readonly string[] = []): string =>
    [
      preview.kind === "planned" ? formatPlan(preview.plan, toShown) : formatPreview(preview, toShown),
      formatAtWork(atWork),
    ]
      .filter(Boolean)
      .join("\n\n"),
  restoreQuestion: (preview: PossibleRewind): string => {
    const count = countFiles(preview);
    return count === 0 ? t("Restore files from this checkpoint?") : t("Restore {0}?", countedFiles(count));
  },
  undo: () => t("Undo Rewind"),
  redo: () => t("Redo Rewind"),
  undoQuestion: (preview: RewindPreview): string => {
    const count = countFiles(preview);
    return count === 0 ? t("Undo the last rewind?") : t("Undo the last rewind of {0}?", countedFiles(count));
  },
  redoQuestion: (preview: RewindPreview): string => {
    const count = countFiles(preview);
    return count === 0 ? t("Redo the last rewind?") : t("Redo the last rewind of {0}?", countedFiles(count));
  },
  blocked: {
    compacted: () =>
      t(
        "Only files can be restored: the conversation was compacted since, and claude no longer has what came before this message.",
      ),
    unknown: () => t("Only files can be restored: claude's own history doesn't contain this message."),
  },
  onlyFiles: () =>
    t(
      "Only files are restored. Tandem no longer knows which messages belong to this rewind, so the conversation stays as it is.",
    ),
  onlyConversation: (problem: RewindProblem): string =>
    `${formatRewindProblem(problem)}\n\n${t("Only the conversation changes.")}`,
  foreignTitle: () => t("Files that you or another program changed"),
  foreignPlaceholder: () => t("Select a file to keep or restore it"),
  continue: () => t("Continue"),
  choice: (choice: FileChoice): string => choices[choice](),
  choiceDetail: (choice: FileChoice, effect: PlannedFile["effect"]): string => {
    if (choice === "keep") return t("The file stays as it is now.");
    if (choice === "merge") return t("Combines the earlier content with your changes.");
    return effect === "delete"
      ? t("Deletes the file, including your changes.")
      : t("Replaces your changes with the earlier content.");
  },
  allOf: (choice: "keep" | "restore"): string => (choice === "keep" ? t("Keep all my versions") : t("Restore all")),
  notCovered: () => t("Can't be restored"),
  selectFiles: () => t("Select the files to restore"),
  /** Returns the effect of restoring a file of a plan. */
  effect: (file: PlannedFile, files: readonly PlannedFile[], toShown: ToShown): string =>
    [
      formatEffect(file, files, toShown),
      formatLines(file),
      file.inBackground
        ? t("changed while a background command of claude ran")
        : file.isForeign
          ? t("changed by you or another program")
          : "",
    ]
      .filter(Boolean)
      .join(" · "),
  /** The decision about a file that others changed. */
  decision: (choice: FileChoice, file: PlannedFile): string =>
    [choices[choice](), formatLines(file)].filter(Boolean).join(" · "),
  uncovered: (reason: GapReason | UncoveredReason, size: number | undefined): string =>
    t("can't be restored: {0}", formatGapReason(reason, size)),
  unsaved: () => t("Some of the files have unsaved changes."),
  unsavedDetail: (files: readonly string[]): string => formatList(files),
  save: () => t("Save"),
  discard: () => t("Discard"),
  leaveOut: () => t("Exclude"),
  queued: (count: number): string =>
    count === 1 ? t("A message is queued. Keep it?") : t("{0} messages are queued. Keep them?", count),
  queuedDetail: () => t("Kept messages are not sent until you send them."),
  keepQueued: () => t("Keep"),
  removeQueued: () => t("Remove"),
} as const;

/**
 * Returns the title of the editor that shows what a rewind to a prompt changes. `prompt`: its first words. `count`:
 * files in the rewind, of which `shown` are in the editor.
 */
export function formatRewindPreviewTitle(prompt: string, shown: number, count: number): string {
  const name = prompt === "" ? t("Rewind") : t("Rewind to “{0}”", prompt);
  return shown < count ? t("{0} ({1} of {2} files)", name, shown, count) : name;
}
