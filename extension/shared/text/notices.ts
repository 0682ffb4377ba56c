import { t } from "@vscode/l10n";
import type { FailedAction, InterruptedRewind, Notice } from "../contract/notices.ts";
import { formatUncovered } from "./changes/checkpoints.ts";
import { formatModel } from "./modelName.ts";
import { formatCount, formatFileCount, formatTokens } from "./numbers.ts";
import { guardText } from "./requests/guards.ts";
import { formatLeftOutOption, getOptionLabel } from "./settings/options.ts";
import { formatShortList, joinNames } from "./shortList.ts";

type Texts = { readonly [C in Notice["code"]]: (notice: Extract<Notice, { code: C }>) => string };

const attempts: { readonly [A in FailedAction]: () => string } = {
  stop: () => t("Couldn't stop the turn"),
  rename: () => t("Couldn't rename the conversation"),
  stopTask: () => t("Couldn't stop a background task"),
};

const texts: Texts = {
  limitNear: ({ limit }) => guardText.near(limit),
  limitUnanswered: ({ limit }) => guardText.unanswered(limit),
  guardSoft: ({ version }) => guardText.soft(version),
  costLate: ({ version }) => guardText.costLate(version),
  text: ({ text }) => text,
  compacted: ({ before, after, isAutomatic }) => {
    const what = isAutomatic ? t("Context compacted because it was nearly full") : t("Context compacted");
    if (before === undefined) return what;
    return `${what} · ${after === undefined ? formatTokens(before) : `${formatTokens(before)} → ${formatTokens(after)}`}`;
  },
  memoryRead: ({ paths }) => t("Recalled from memory: {0}", paths.join(", ")),
  memorySaved: ({ paths }) => t("Saved to memory: {0}", paths.join(", ")),
  scheduled: ({ text }) => t("Scheduled: {0}", text),
  goal: ({ goal }) => t("Goal: {0}", goal),
  workerEnds: ({ reason }) => t("claude is about to stop: {0}", reason),
  compactingFailed: ({ reason }) => t("Couldn't compact the context: {0}", reason ?? t("no reason given")),
  hookFailed: ({ hook, output }) => t("Hook {0} failed: {1}", hook, output),
  hookSaid: ({ hook, output }) => t("Hook {0}: {1}", hook, output),
  modelChanged: ({ from, to, text }) => {
    if (text !== undefined) return text;
    if (to === undefined) return t("Model changed");
    const name = formatModel(to);
    return from === undefined
      ? t("Model changed to {0}", name)
      : t("Model changed from {0} to {1}", formatModel(from), name);
  },
  loginFailed: ({ reason }) => t("Couldn't renew the login: {0}", reason),
  unanswered: () => t("claude didn't answer. It may not know this command."),
  agentsEnded: () => t("Background agents were stopped."),
  turnPreempted: () => t("The turn was stopped because another message was sent."),
  instructionsLong: ({ characters, limit }) =>
    t(
      "Instruction files are long ({0} characters). claude works best below {1}.",
      formatCount(characters),
      formatCount(limit),
    ),
  attachmentsLost: ({ names }) =>
    names.length === 1
      ? t("{0} was not sent because its content is no longer available. Attach it again.", joinNames(names))
      : t("{0} were not sent because their content is no longer available. Attach them again.", joinNames(names)),
  selectionChanged: ({ path }) =>
    t("The selection in {0} was not included: it changed before the message was sent.", path),
  promptNotPrepared: ({ reason }) =>
    t("The message is waiting in the queue because preparing it failed: {0}. Send it again to skip that step.", reason),
  mentionFailed: ({ reason }) =>
    t(
      "The message is waiting in the queue because a mention couldn't be read: {0}. Edit the message, or send it without the mention.",
      reason,
    ),
  mentionsLeftOut: ({ mentions }) => t("Sent without mentions that couldn't be read: {0}", mentions.join(", ")),
  resumedAsCopy: () =>
    t("claude continued in a copy of this conversation because something else is using the original."),
  nothingSaved: () =>
    t(
      "claude isn't saving this conversation: its folder may be read-only, or saving may be turned off. It is lost when claude stops, so export it to keep it.",
    ),
  stateDamaged: () =>
    t(
      "Tandem's data for this conversation couldn't be read, so a draft or queued messages may be missing. The history comes from claude's own file. What couldn't be read was kept.",
    ),
  shortened: () =>
    t(
      "Another program shortened this conversation's file. Messages shown here may be gone. Reopen the conversation to see its current state.",
    ),
  startedAfresh: () =>
    t(
      "claude hadn't saved this conversation yet, so it continues without the earlier messages. Resend a message to repeat it.",
    ),
  writesLost: ({ lost }) =>
    t("The disk is full: claude couldn't save {0}. Free some space before you continue.", lost.join(", ")),
  pluginFailed: ({ plugin, error }) => t("Couldn't load plugin {0}: {1}", plugin, error),
  notAsAccepted: ({ subject }) =>
    t(
      "{0} on disk differs from what you accepted: a tool, formatter, or other program changed it. Compare the two before you continue.",
      subject,
    ),
  keptVersion: ({ subject }) =>
    t(
      "The edit of {0} was withdrawn before you decided. Your text is kept: copy it, or compare it with the file.",
      subject,
    ),
  bufferBehind: ({ shown }) =>
    t(
      "{0} has unsaved changes, and claude changed the file. Choose Merge to combine both in the editor without saving.",
      shown,
    ),
  bufferUnmergeable: ({ shown }) =>
    t("{0} has unsaved changes, and claude changed the file. Compare them before you save.", shown),
  bufferStale: ({ shown }) => t("The editor shows an older version of {0}. Close and reopen the file.", shown),
  bufferMerged: ({ shown }) => t("Your changes to {0} were merged with claude's when the file was saved.", shown),
  bufferConflicts: ({ shown }) =>
    t("Your changes to {0} conflict with claude's. Both are in the file, between conflict markers.", shown),
  branchChanged: ({ from, to }) => t("The branch changed from {0} to {1} while claude was working.", from, to),
  notCovered: ({ folder, reason }) => formatUncovered(folder, reason),
  restoreUnfinished: ({ folder, files }) =>
    files.length === 0
      ? t("Restoring files in {0} was interrupted and couldn't be finished. The files are unchanged.", folder)
      : t(
          "Restoring files in {0} was interrupted. To restore the rest, open Checkpoints. Not restored: {1}",
          folder,
          formatShortList(files),
        ),
  restoreTakenBack: ({ folder, files }) =>
    t(
      "Restoring files in {0} was interrupted and undone. Kept, because they changed since then: {1}",
      folder,
      formatShortList(files),
    ),
  restoreRecordLost: ({ folder }) =>
    t(
      "Restoring files in {0} was interrupted, and the record of it is damaged: some files may be restored and others not. Compare them with a checkpoint. The damaged record was kept.",
      folder,
    ),
  restoreFinished: ({ folder, files }) =>
    files.length === 0
      ? t("Restoring files in {0} was interrupted and is now finished.", folder)
      : t(
          "Restoring files in {0} was interrupted and is now finished. Couldn't restore {1} completely.",
          folder,
          formatShortList(files),
        ),
  savingRemembered: ({ isSaved }) =>
    isSaved
      ? t(
          "Unsaved files are saved before each message from now on. To change this, set tandem.chat.saveFilesBeforeSending.",
        )
      : t("Unsaved files are left as they are from now on. To change this, set tandem.chat.saveFilesBeforeSending."),
  notSaved: ({ files: left }) => t("Couldn't save {0}. claude only sees the version on disk.", left.join(", ")),
  repositoryUndecided: () =>
    t("Not sent: this repository configures claude in another way now. Review what it configures, then send again."),
  repositoryDecided: () => t("Your decision about this repository applies when claude starts again."),
  damaged: ({ lines }) =>
    lines === 1
      ? t("One entry of the saved conversation couldn't be read. The rest is shown; the file was not changed.")
      : t(
          "{0} entries of the saved conversation couldn't be read. The rest is shown; the file was not changed.",
          lines,
        ),
  lineLost: ({ reason }) => t("A message from claude was damaged and lost ({0}). The conversation continues.", reason),
  optionLeftOut: ({ option }) => formatLeftOutOption(option),
  optionRefused: ({ option, reason }) =>
    reason === ""
      ? t("claude didn't accept the change to {0}.", getOptionLabel(option))
      : t("Couldn't change {0}: {1}", getOptionLabel(option), reason),
  notRunning: ({ attempt }) =>
    t("{0}: claude isn't running. Resume the conversation, then try again.", attempts[attempt]()),
  failed: ({ attempt, reason }) => t("{0}: {1}", attempts[attempt](), reason),
  taskEnded: ({ task, state, exitCode }) => {
    if (state === "done") return t("Background task finished: {0}", task);
    if (state === "stopped") return t("Background task stopped: {0}", task);
    return exitCode === undefined
      ? t("Background task failed: {0}", task)
      : t("Background task failed: {0} (exit code {1})", task, exitCode);
  },
  filesRestored: ({ files: count }) =>
    count === 0 ? t("No files were restored.") : t("Restored {0}.", formatFileCount(count)),
  rewound: ({ files: count, isTruncated, prompt }) => {
    const place = quotePrompt(prompt);
    if (count === undefined)
      return t("Rewound the conversation to just before {0}. Your files were not changed.", place);
    if (count === 0)
      return isTruncated
        ? t("Rewound the conversation to just before {0}. No files were restored.", place)
        : t("No files were restored.");
    return isTruncated
      ? t("Rewound the conversation and {0} to just before {1}.", formatFileCount(count), place)
      : t("Rewound {0} to just before {1}.", formatFileCount(count), place);
  },
  rewindUndone: ({ files: count, isTruncated }) => {
    if (count === undefined) return t("The rewind of the conversation was undone. Your files were not changed.");
    return isTruncated
      ? t("The rewind of the conversation and {0} was undone.", formatFileCount(count))
      : t("The rewind of {0} was undone.", formatFileCount(count));
  },
  rewindRedone: ({ files: count, isTruncated }) => {
    if (count === undefined) return t("The rewind of the conversation was redone. Your files were not changed.");
    return isTruncated
      ? t("The rewind of the conversation and {0} was redone.", formatFileCount(count))
      : t("The rewind of {0} was redone.", formatFileCount(count));
  },
  restoredDifferently: ({ files }) =>
    t("Couldn't restore everything. To try again, open Checkpoints. Not fully restored: {0}", formatShortList(files)),
  ignoredDeleted: ({ files, further, after }) =>
    after === "turn"
      ? t(
          "Deleted during this turn and not in any checkpoint, because ignore rules exclude them: {0}",
          formatShortList(files, further),
        )
      : t(
          "Deleted since then and not restored, because ignore rules exclude them from checkpoints: {0}",
          formatShortList(files, further),
        ),
  rewindFinished: (rewind) => `${formatInterrupted(rewind)} ${t("It is now finished.")}`,
  rewindRolledBack: ({ changed = [], ...rewind }) =>
    [
      formatInterrupted(rewind),
      changed.length === 0
        ? t("Everything is as it was before.")
        : t("Everything is as it was before, except files that were changed since: {0}", formatShortList(changed)),
    ].join(" "),
  rewindUnknown: ({ reason, ...rewind }) =>
    [formatInterrupted(rewind), t("Check your files. Some may have been restored."), reason ?? ""].join(" ").trim(),
};

/** Returns the first words of a prompt as the name of a point; a prompt can be without text. */
function quotePrompt(prompt: string): string {
  return prompt === "" ? t("the message") : t("“{0}”", prompt);
}

function formatInterrupted({ step, prompt }: InterruptedRewind): string {
  if (step === "undo") return t("Undoing a rewind was interrupted.");
  if (step === "redo") return t("Redoing a rewind was interrupted.");
  return prompt === "" ? t("A rewind was interrupted.") : t("The rewind to just before “{0}” was interrupted.", prompt);
}

/** Returns the text of a notice. */
export function formatNotice(notice: Notice): string {
  const text = texts[notice.code] as (notice: Notice) => string;
  return text(notice);
}
