import { t } from "@vscode/l10n";

/** Reasons why an action had no effect, by code. */
const refusals = {
  noPrompt: () => t("This conversation has no messages yet."),
  noRequest: () => t("Nothing is waiting for you."),
  notSeen: () => t("The request hasn't been shown yet. Review it first."),
  noDiff: () => t("No edit with a diff is waiting for you."),
  noSuggestion: () => t("claude suggests no rule for this request. Allow or deny it once."),
  noDiffOpen: () => t("No proposed changes are open. Use “Review Proposed Changes” first."),
  changedMeanwhile: () => t("The conversation changed in the meantime. Nothing was rewound; try again."),
  nothingToUndo: () => t("There is no rewind to undo in this conversation."),
  nothingToRedo: () => t("There is no rewind to redo in this conversation."),
  changedSince: () =>
    t(
      "The file, its location, or the input changed since you reviewed it. Nothing was allowed; review the request again.",
    ),
  pageNotOpened: () => t("The page was not opened. The request is still waiting."),
  notSaved: () => t("claude hasn't saved this conversation yet. You can do this after the first turn."),
  noConversation: () => t("No conversation found. Open one, then try again."),
  noFastMode: () => t("This model doesn't support fast mode."),
  noEffort: () => t("This model doesn't support effort levels."),
  nothingSaid: () => t("This conversation has no messages yet."),
  stillWorking: () => t("Something is still running in this conversation. Stop it first."),
  nothingDeleted: () => t("There are no deleted conversations to restore."),
  rewindRuns: () => t("This conversation is already being rewound. Finish that first."),
  runsElsewhere: () => t("Another program is using this conversation. Close it there first."),
  noComment: () => t("There are no comments to send. Add one next to a line of a proposal, a plan, or a changed file."),
  fileChanged: () => t("The file changed in the meantime, so nothing was done."),
  fileGone: () => t("The file no longer exists, and the last commit doesn't contain it."),
  noFileChange: () => t("This file didn't change at any checkpoint of this conversation."),
  sameFiles: () => t("The files are the same."),
  notThen: () => t("The file didn't exist at that point."),
  notText: () => t("The files that differ are not text, so they can't be compared."),
  noCursor: () => t("Put the cursor in a change first."),
  noChange: () => t("This conversation made no changes there."),
  unsavedFile: () => t("This file has unsaved changes. Save or revert them first."),
  otherConversation: () => t("The chat now shows another conversation. Nothing was done."),
  notUnderstood: () =>
    t("Tandem couldn't read a message from the chat, so nothing was done. Reload the window if this happens again."),
  conversationGone: () => t("This conversation was closed. Nothing was done."),
  messageGone: () => t("This message is no longer in the conversation. Nothing was done."),
  queuedGone: () => t("This message is no longer in the queue: it was sent or removed."),
  nothingRuns: () => t("No turn is running in this conversation."),
  nothingToSend: () => t("There is no message to send."),
  noDetails: () => t("No more details are available for this step."),
  tooSoon: () => t("The list just changed. Nothing was decided; check it and choose again."),
  bufferInStep: () => t("There is nothing to merge: claude's version already contains everything in the editor."),
  bufferNotMerged: () => t("The file couldn't be merged. Its editor was not changed."),
  modeMissing: () => t("This version of claude doesn't have that permission mode."),
  bypassNotAllowed: () =>
    t("This mode never asks. Enable tandem.allowDangerouslySkipPermissions in your user settings first."),
  noMessage: () =>
    t("This is a command or a note, not a message. It is now in the message field; check it and send it again."),
  asideEmpty: () => t("Type your question after /btw. The answer is not added to the conversation."),
  nothingThere: () => t("This command doesn't apply to this conversation."),
  notKept: () => t("The content of this attachment is no longer available. Attach it again."),
  notBackgrounded: () => t("This command can't continue in the background, or it has already ended."),
  alreadyRead: () => t("claude has already read this message."),
  noRepository: () => t("This folder contains nothing that configures claude."),
  repositoryChanged: () => t("The configuration changed since it was shown. Nothing was started; check it again."),
  answered: () => t("This request has changed or no longer exists. Nothing was done; check it again."),
} as const;

export function formatRefusal(refusal: keyof typeof refusals): string {
  return refusals[refusal]();
}
