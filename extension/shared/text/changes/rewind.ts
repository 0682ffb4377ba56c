import { t } from "@vscode/l10n";
import type { GapReason, UncoveredReason } from "../../contract/changes/checkpoints.ts";
import {
  countRestored,
  type FileChoice,
  findMoves,
  type PlannedFile,
  type RestorePlan,
  type RewindFailure,
  type RewindPreview,
  type RewindProblem,
} from "../../contract/changes/rewind.ts";
import { formatFileCount as countedFiles, formatBytes } from "../numbers.ts";
import { formatShortList } from "../shortList.ts";

/** Maximum number of files that a dialog lists; the rest is counted. */
const listedFiles = 12;

type Preview = Extract<RewindPreview, { kind: "possible" }>;
/** A rewind that can restore files. */
type PossibleRewind = Exclude<RewindPreview, { kind: "impossible" }>;
/** Returns the display path of a file. */
type ToShown = (path: string) => string;

function formatList(files: readonly string[]): string {
  const names = files.slice(0, listedFiles);
  if (files.length > listedFiles) names.push(t("and {0} more", files.length - listedFiles));
  return names.join("\n");
}

function formatProblem(problem: RewindProblem): string {
  switch (problem.code) {
    case "notRunning":
      return t("claude is not running. Resume the conversation first.");
    case "noCheckpoint":
      return t("The checkpoint no longer exists.");
    case "policy":
      return t(
        "Tandem has no checkpoint of this point, and your organization's policy keeps claude's own checkpoints off.",
      );
    case "changed":
      return problem.path === undefined
        ? t("A file changed in the meantime. Try again.")
        : t("{0} changed in the meantime. Try again.", problem.path);
    case "noUndo":
      return t("Nothing was restored, because the rewind could not be undone later: {0}", problem.reason);
    case "refused":
      return problem.reason ?? t("claude gave no reason.");
  }
}

/** Returns the message about a failed rewind. */
export function formatRewindFailure(failure: RewindFailure): string {
  switch (failure.code) {
    case "filesNotRestored":
      return t("Couldn't restore the files: {0}", formatProblem(failure.problem));
    case "partlyRestored":
      return t(
        "Couldn't restore everything: {0}. To try again, open Checkpoints. Not restored: {1}",
        failure.reason,
        formatShortList(failure.files),
      );
    case "conversationNotTruncated":
      return [
        conversationNotTruncated[failure.files](),
        ...(failure.changed?.length
          ? [t("These files changed in the meantime and were kept: {0}", formatShortList(failure.changed))]
          : []),
      ].join(" ");
  }
}

const conversationNotTruncated = {
  unchanged: () => t("The conversation couldn't be rewound to that message. Its messages were not changed."),
  back: () =>
    t(
      "The conversation couldn't be rewound to that message. Its messages were not changed, and the files are as before.",
    ),
  restored: () =>
    t(
      "The conversation couldn't be rewound to that message. Its messages were not changed, but the files are restored.",
    ),
} as const;

/** Reasons why a checkpoint does not cover something, for a list. */
export const gaps: { readonly [R in GapReason | UncoveredReason]: () => string } = {
  tooLarge: () => t("too large"),
  unreadable: () => t("couldn't be read"),
  ignored: () => t("ignored by Git"),
  deleted: () => t("deleted since"),
  lost: () => t("lost from the stored checkpoints"),
  outside: () => t("outside the workspace"),
  notIncluded: () => t("not part of the checkpoint"),
  changing: () => t("changed while it was read"),
  name: () => t("unsupported name"),
  noGit: () => t("Git was not found"),
  tooManyFiles: () => t("too many files"),
  homeOrRoot: () => t("home folder or root of a drive"),
  timeout: () => t("the checkpoint took too long"),
  noSpace: () => t("not enough disk space"),
  newerStore: () => t("a newer version of Tandem wrote the checkpoints"),
  failed: () => t("the checkpoint failed"),
};

/** Returns why a file is not covered, with its size in bytes where that is known. */
function formatGap(reason: GapReason | UncoveredReason, size: number | undefined): string {
  return [gaps[reason](), size === undefined ? "" : formatBytes(size)].filter(Boolean).join(", ");
}

const effects: { readonly [E in PlannedFile["effect"]]: (path: string) => string } = {
  change: (path) => path,
  create: (path) => t("{0} (recreated)", path),
  delete: (path) => t("{0} (deleted)", path),
};

/** Returns the lines that restoring a file adds and removes; empty for a binary file. */
function formatLines({ lines }: PlannedFile): string {
  return lines === undefined ? "" : `+${lines.added} −${lines.removed}`;
}

/** Returns what restoring a file does, with the other path of a moved one. */
function formatEffect(
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

/** Returns a file with what restoring it does, and its lines. */
function formatFile(file: PlannedFile, toShown: ToShown): string {
  const name = effects[file.effect](toShown(file.path));
  return file.lines === undefined ? name : `${name}  ${formatLines(file)}`;
}

function formatPlan({ files, uncovered, folders = 0 }: RestorePlan, toShown: ToShown): string {
  const restored = files.filter(({ choice }) => choice !== "keep");
  const foreign = files.filter(
    ({ choice, isForeign, inBackground = false }) => choice === "keep" && isForeign && !inBackground,
  );
  const byBackground = files.filter(({ choice, inBackground = false }) => choice === "keep" && inBackground);
  const leftOut = files.filter(({ choice, isForeign }) => choice === "keep" && !isForeign);
  const moves = findMoves(restored);
  const isMove = ({ movedFrom }: PlannedFile): boolean => movedFrom !== undefined && moves.has(movedFrom);
  const section = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? "" : `${title}\n${formatList(lines)}`;
  // The lines of a move stay as they are.
  const rewritten = restored.filter((file) => !isMove(file) && !moves.has(file.path));
  const [added, removed] = [sum(rewritten, "added"), sum(rewritten, "removed")];
  return [
    files.length === 0 ? t("No files changed since then.") : "",
    formatList(
      restored
        .filter(({ path }) => !moves.has(path))
        .map((file) =>
          file.movedFrom !== undefined && isMove(file)
            ? t("{0} (moved back from {1})", toShown(file.path), toShown(file.movedFrom))
            : formatFile(file, toShown),
        ),
    ),
    rewritten.length > 1 ? t("+{0} −{1} lines", added, removed) : "",
    files.every(({ choice }) => choice === "restore") ? formatFolders(folders) : "",
    section(
      t("Kept, because you or another program changed them since:"),
      foreign.map((file) => formatFile(file, toShown)),
    ),
    section(
      t("Kept, because they changed after a turn, while a background command of claude ran:"),
      byBackground.map((file) => formatFile(file, toShown)),
    ),
    section(
      t("Excluded:"),
      leftOut.map((file) => toShown(file.path)),
    ),
    section(
      t("Can't be restored:"),
      uncovered.map(({ path, reason, size }) => t("{0} ({1})", toShown(path), formatGap(reason, size))),
    ),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Returns the number of files that a rewind restores without another question. */
function countFiles(preview: RewindPreview): number {
  if (preview.kind === "impossible") return 0;
  return preview.kind === "possible" ? preview.files.length : countRestored(preview.plan.files);
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

function formatPreview({ files, insertions, deletions, why }: Preview, toShown: ToShown): string {
  return [
    files.length > 0
      ? `${formatList(files.map(toShown))}\n\n${t("+{0} −{1} lines", insertions, deletions)}`
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
  keep: () => t("Keep mine"),
  restore: () => t("Restore"),
  merge: () => t("Merge"),
};

/** Returns the texts of the rewind dialogs. */
export function getRewindTexts() {
  return {
    files: t("Restore Files"),
    both: t("Restore Files and Conversation"),
    conversation: t("Restore Conversation"),
    preview: t("Preview Changes"),
    impossible: t("Files can't be restored to this point."),
    impossibleDetail: (problem: RewindProblem): string =>
      `${formatProblem(problem)}\n\n${t("You can still restore the conversation; files don't change.")}`,
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
    undo: t("Undo Rewind"),
    redo: t("Redo Rewind"),
    undoQuestion: (preview: RewindPreview): string => {
      const count = countFiles(preview);
      return count === 0 ? t("Undo the last rewind?") : t("Undo the last rewind of {0}?", countedFiles(count));
    },
    redoQuestion: (preview: RewindPreview): string => {
      const count = countFiles(preview);
      return count === 0 ? t("Redo the last rewind?") : t("Redo the last rewind of {0}?", countedFiles(count));
    },
    blocked: {
      compacted: t(
        "Only files can be restored: the conversation was compacted since, and claude no longer has what came before this message.",
      ),
      unknown: t("Only files can be restored: claude's own history does not contain this message."),
    },
    onlyFiles: t(
      "Only files are restored. Tandem no longer knows which messages belong to this rewind, so the conversation stays as it is.",
    ),
    onlyConversation: (problem: RewindProblem): string =>
      `${formatProblem(problem)}\n\n${t("Only the conversation changes.")}`,
    foreignTitle: t("Files that you or another program changed"),
    foreignPlaceholder: t("Select a file to keep or restore it"),
    goOn: t("Continue"),
    choice: (choice: FileChoice): string => choices[choice](),
    choiceDetail: (choice: FileChoice, effect: PlannedFile["effect"]): string => {
      if (choice === "keep") return t("The file stays as it is now.");
      if (choice === "merge") return t("Combines the earlier content with your changes.");
      return effect === "delete"
        ? t("Deletes the file, including your changes.")
        : t("Replaces your changes with the earlier content.");
    },
    allOf: (choice: "keep" | "restore"): string => (choice === "keep" ? t("Keep all of mine") : t("Restore all")),
    notCovered: t("Not covered"),
    selectFiles: t("Select the files to restore"),
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
      t("not covered: {0}", formatGap(reason, size)),
    unsaved: t("Some of the files have unsaved changes."),
    unsavedDetail: (files: readonly string[]): string => formatList(files),
    save: t("Save"),
    discard: t("Discard"),
    leaveOut: t("Exclude"),
    queued: (count: number): string =>
      count === 1 ? t("A message is queued. Keep it?") : t("{0} messages are queued. Keep them?", count),
    queuedDetail: t("Kept messages are not sent until you send them."),
    keepQueued: t("Keep"),
    removeQueued: t("Remove"),
  };
}

/**
 * Returns the title of the editor that shows what a rewind to a prompt changes. `prompt`: its first words. `count`:
 * files in the rewind, of which `shown` are in the editor.
 */
export function formatRewindPreviewTitle(prompt: string, shown: number, count: number): string {
  const name = prompt === "" ? t("Rewind") : t("Rewind to “{0}”", prompt);
  return shown < count ? t("{0} ({1} of {2} files)", name, shown, count) : name;
}
