import { t } from "@vscode/l10n";

/** Why an action did nothing, by its code. */
const refusals = {
  noPrompt: () => t("There is no prompt to rewind to yet."),
  noRequest: () => t("Nothing waits for you."),
  notSeen: () => t("The request has not been on the screen yet. Look at it, then approve it."),
  noDiff: () => t("No edit with a diff is waiting."),
  noSuggestion: () => t("The CLI offers no rule for this request. Allow or deny it once."),
  noDiffOpen: () => t("No proposal's diff is open. Use Review Proposed Changes first."),
  changedMeanwhile: () => t("The conversation went on meanwhile. Nothing was rewound; try again."),
  changedSince: () => t("The file or its location changed since you looked. Nothing was allowed; review the request again."),
  pageNotOpened: () => t("The page was not opened. The request is still waiting."),
  notSaved: () => t("The CLI has saved nothing of this conversation yet. It has a title of its own after its first turn."),
  noConversation: () => t("There is no such conversation."),
  noFastMode: () => t("This model has no fast mode."),
  noEffort: () => t("How hard this model thinks cannot be chosen."),
  nothingSaid: () => t("Nothing was said in this conversation yet."),
  stillWorking: () => t("Something still runs in this conversation. Stop it first."),
  nothingDeleted: () => t("No deleted conversation is kept."),
  runsElsewhere: () => t("Another program runs this conversation. End it there first."),
  noComment: () => t("There is no comment to send. Write one in the margin of a proposal, a plan, or a file that this conversation changed."),
  fileChanged: () => t("The file changed meanwhile. It is left as it is."),
  fileGone: () => t("The file is gone, and the last commit does not have it."),
  noCursor: () => t("Put the cursor in the change that you want to revert."),
  noChange: () => t("This conversation changed nothing there."),
  unsavedFile: () => t("The editor holds unsaved changes of this file. Save it or undo them first."),
  bufferInStep: () => t("There is nothing to merge: the editor holds no unsaved changes that claude's version lacks."),
  bufferNotMerged: () => t("The file could not be merged. Its editor is left as it was."),
  modeMissing: () => t("This version of the claude program does not have that permission mode."),
  bypassNotAllowed: () => t("Nothing would ask any more. Switch on tandem.allowDangerouslySkipPermissions in your user settings first."),
  noMessage: () => t("This is a command or a note, no message. It stands in the message field now. Look at it there, and send it again."),
  asideEmpty: () => t("Write what you want to ask behind /btw. The answer stands beside the conversation, which does not hear of it."),
  nothingThere: () => t("There is nothing to do this with in this conversation."),
  notKept: () => t("The content of this attachment is no longer kept."),
  notBackgrounded: () => t("This command cannot go on in the background, or has ended already."),
  alreadyRead: () => t("claude has read this message already."),
  answered: () => t("This request changed meanwhile, or is gone. Nothing was done; look at it again."),
} as const;

export function refusalText(refusal: keyof typeof refusals): string {
  return refusals[refusal]();
}
