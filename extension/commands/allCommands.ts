import type * as vscode from "vscode";
import type { ChangesReview } from "../conversations/changesReview.ts";
import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { DraftActions } from "../conversations/draftActions.ts";
import type { ExportAction } from "../conversations/exportAction.ts";
import type { FindActions } from "../conversations/findActions.ts";
import type { FollowAgent } from "../conversations/followAgent.ts";
import type { ForkActions } from "../conversations/forkActions.ts";
import type { LineComments } from "../conversations/lineComments.ts";
import type { ListActions } from "../conversations/listActions.ts";
import type { ListFilter } from "../conversations/listFilter.ts";
import type { RequestActions } from "../conversations/requestActions.ts";
import type { RewindAction } from "../conversations/rewindAction.ts";
import type { RowActions } from "../conversations/rowActions.ts";
import type { RuleActions } from "../conversations/ruleActions.ts";
import type { TerminalActions, TerminalCall } from "../conversations/terminalActions.ts";
import type { ChangeMarks } from "../editor/changeMarks.ts";
import type { EditorComments } from "../editor/lineComments.ts";
import type { ChatPanels } from "../panel/chatPanels.ts";
import { approvalRowCommand, revealRowCommand } from "./approvalRow.ts";
import { approveCommand } from "./approve.ts";
import { approveAlwaysCommand } from "./approveAlways.ts";
import { archiveConversationCommand } from "./archiveConversation.ts";
import { askAsideCommand, attachCommand } from "./attach.ts";
import { revertFileCommand, revertHunkCommand, reviewChangesCommand, toggleMarksCommand } from "./changes.ts";
import { chooseProgramCommand } from "./chooseProgram.ts";
import type { Command } from "./command.ts";
import { addCommentCommand, deleteCommentCommand, sendCommentsCommand } from "./comments.ts";
import { compactCommand } from "./compact.ts";
import { continueInTerminalCommand } from "./continueInTerminal.ts";
import { continueLastCommand } from "./continueLast.ts";
import { copyAsMarkdownCommand } from "./copyAsMarkdown.ts";
import { copyLastReplyCommand } from "./copyLastReply.ts";
import { copyTerminalCommandCommand } from "./copyTerminalCommand.ts";
import { deleteConversationCommand } from "./deleteConversation.ts";
import { denyCommand } from "./deny.ts";
import { denyAndStopCommand } from "./denyAndStop.ts";
import { editMessageCommand, promptHistoryCommand, sendMessageCommand } from "./drafts.ts";
import { exportConversationCommand } from "./exportConversation.ts";
import { clearFilterCommand, filterConversationsCommand } from "./filterConversations.ts";
import { findCommand, outlineCommand } from "./find.ts";
import { focusCommand } from "./focus.ts";
import { followCommand } from "./follow.ts";
import { forkConversationCommand } from "./forkConversation.ts";
import { logInCommand } from "./logIn.ts";
import { managePermissionsCommand } from "./managePermissions.ts";
import { mentionSelectionCommand } from "./mentionSelection.ts";
import { newConversationCommand } from "./newConversation.ts";
import { nextWaitingCommand } from "./nextWaiting.ts";
import { openConversationCommand } from "./openConversation.ts";
import { openInEditorCommand } from "./openInEditor.ts";
import { openSettingsCommand } from "./openSettings.ts";
import { pageActCommand } from "./pageAct.ts";
import { panelExportCommand, panelFindCommand, panelOpenInEditorCommand, panelRenameCommand, panelRewindCommand, panelTerminalCommand } from "./panelTitle.ts";
import { pinConversationCommand } from "./pinConversation.ts";
import { renameConversationCommand } from "./renameConversation.ts";
import { restoreConversationCommand } from "./restoreConversation.ts";
import { retryCommand } from "./retry.ts";
import { reviewAcceptCommand } from "./reviewAccept.ts";
import { reviewHunkCommand } from "./reviewHunk.ts";
import { reviewOpenCommand } from "./reviewOpen.ts";
import { reviewRejectCommand } from "./reviewReject.ts";
import { rewindCommand } from "./rewind.ts";
import {
  attachmentCommand,
  clearQueueCommand,
  forkWholeCommand,
  markReviewedCommand,
  moveQueuedCommand,
  queueCommand,
  reviewSinceCommand,
  runInBackgroundCommand,
  stopTaskCommand,
  stopWaitingCommand,
  unsavedCommand,
} from "./rows.ts";
import { selectEffortCommand } from "./selectEffort.ts";
import { selectFastModeCommand } from "./selectFastMode.ts";
import { selectModelCommand } from "./selectModel.ts";
import { selectPermissionModeCommand } from "./selectPermissionMode.ts";
import { selectThinkingCommand } from "./selectThinking.ts";
import { setModeCommand } from "./setMode.ts";
import { showLogCommand } from "./showLog.ts";
import { stopCommand } from "./stop.ts";
import { tagConversationCommand } from "./tagConversation.ts";
import { afterCutCommand, cycleModeCommand, serversCommand, statusCommand, takeOverCommand } from "./turn.ts";
import { unarchiveConversationCommand } from "./unarchiveConversation.ts";
import { unpinConversationCommand } from "./unpinConversation.ts";

export interface CommandParts {
  readonly conversations: Conversations;
  readonly actions: ConversationActions;
  readonly listActions: ListActions;
  readonly filter: ListFilter;
  readonly requests: RequestActions;
  readonly changes: ChangesReview;
  readonly rules: RuleActions;
  readonly comments: LineComments;
  readonly commentBox: EditorComments;
  readonly marks: ChangeMarks;
  readonly rewind: RewindAction;
  readonly find: FindActions;
  readonly follow: FollowAgent;
  readonly drafts: DraftActions;
  readonly forks: ForkActions;
  readonly exports: ExportAction;
  readonly terminal: TerminalActions;
  readonly rows: RowActions;
  readonly panels: ChatPanels;
  readonly log: vscode.LogOutputChannel;
  readonly extensionId: string;
  /** How a terminal runs the program. Throws where no program may run. */
  readonly inTerminal: () => Promise<TerminalCall>;
}

/** Every command, by its id. */
export function allCommands({
  conversations,
  actions,
  listActions,
  filter,
  requests,
  changes,
  rules,
  comments,
  commentBox,
  marks,
  rewind,
  find,
  follow,
  drafts,
  forks,
  exports,
  terminal,
  rows,
  panels,
  log,
  extensionId,
  inTerminal,
}: CommandParts) {
  return {
    focus: focusCommand(panels),
    openConversation: openConversationCommand(actions),
    openInEditor: openInEditorCommand(actions),
    nextWaiting: nextWaitingCommand(actions),
    renameConversation: renameConversationCommand(listActions),
    deleteConversation: deleteConversationCommand(listActions),
    restoreConversation: restoreConversationCommand(listActions),
    archiveConversation: archiveConversationCommand(listActions),
    unarchiveConversation: unarchiveConversationCommand(listActions),
    pinConversation: pinConversationCommand(listActions),
    unpinConversation: unpinConversationCommand(listActions),
    tagConversation: tagConversationCommand(listActions),
    continueInTerminal: continueInTerminalCommand(terminal),
    copyTerminalCommand: copyTerminalCommandCommand(terminal),
    exportConversation: exportConversationCommand(exports),
    filterConversations: filterConversationsCommand(filter),
    clearFilter: clearFilterCommand(filter),
    continueLast: continueLastCommand(actions),
    newConversation: newConversationCommand(actions),
    stop: stopCommand(actions),
    retry: retryCommand(actions),
    selectModel: selectModelCommand(actions),
    selectPermissionMode: selectPermissionModeCommand(actions),
    "mode.default": setModeCommand(actions, "default"),
    "mode.acceptEdits": setModeCommand(actions, "acceptEdits"),
    "mode.plan": setModeCommand(actions, "plan"),
    "mode.auto": setModeCommand(actions, "auto"),
    "mode.dontAsk": setModeCommand(actions, "dontAsk"),
    "mode.bypassPermissions": setModeCommand(actions, "bypassPermissions"),
    rewind: rewindCommand(rewind, conversations),
    forkConversation: forkConversationCommand(forks),
    approve: approveCommand(requests),
    approveAlways: approveAlwaysCommand(requests),
    deny: denyCommand(requests),
    denyAndStop: denyAndStopCommand(requests),
    "approvals.allow": approvalRowCommand(requests, "allow"),
    "approvals.reveal": revealRowCommand(requests),
    "approvals.deny": approvalRowCommand(requests, "deny"),
    "review.open": reviewOpenCommand(requests),
    "review.accept": reviewAcceptCommand(requests),
    "review.reject": reviewRejectCommand(requests),
    "review.acceptHunk": reviewHunkCommand(requests, true),
    "review.rejectHunk": reviewHunkCommand(requests, false),
    "permissions.manage": managePermissionsCommand(rules),
    "comments.add": addCommentCommand(commentBox),
    "comments.delete": deleteCommentCommand(commentBox),
    "comments.send": sendCommentsCommand(comments),
    "review.changes": reviewChangesCommand(changes),
    "changes.toggleMarks": toggleMarksCommand(marks),
    "changes.revertFile": revertFileCommand(changes),
    "changes.revertHunk": revertHunkCommand(changes),
    "mention.selection": mentionSelectionCommand(panels),
    "mention.file": mentionSelectionCommand(panels),
    find: findCommand(find),
    outline: outlineCommand(find),
    follow: followCommand(follow),
    selectEffort: selectEffortCommand(actions),
    selectThinking: selectThinkingCommand(actions),
    selectFastMode: selectFastModeCommand(actions),
    editMessage: editMessageCommand(drafts),
    sendMessage: sendMessageCommand(drafts),
    promptHistory: promptHistoryCommand(drafts),
    compact: compactCommand(actions),
    status: statusCommand(actions),
    "mcp.manage": serversCommand(actions),
    cycleMode: cycleModeCommand(actions),
    continueTurn: afterCutCommand(conversations, actions, "goOn"),
    resendMessage: afterCutCommand(conversations, actions, "sendAgain"),
    retryTurn: afterCutCommand(conversations, actions, "retry"),
    takeOver: takeOverCommand(conversations),
    copyLastReply: copyLastReplyCommand(conversations),
    copyAsMarkdown: copyAsMarkdownCommand(panels),
    previousPrompt: pageActCommand(panels, "previousPrompt"),
    nextPrompt: pageActCommand(panels, "nextPrompt"),
    findPrevious: pageActCommand(panels, "findPrevious"),
    findNext: pageActCommand(panels, "findNext"),
    showContext: pageActCommand(panels, "showContext"),
    send: pageActCommand(panels, "send"),
    approveAll: pageActCommand(panels, "allowAll"),
    nextRequest: pageActCommand(panels, "nextRequest"),
    editAndResend: pageActCommand(panels, "editLastPrompt"),
    unfoldAll: pageActCommand(panels, "unfoldAll"),
    foldAll: pageActCommand(panels, "foldAll"),
    copyMessage: pageActCommand(panels, "copyMessage"),
    askAside: askAsideCommand(panels),
    attach: attachCommand(panels),
    "attachments.open": attachmentCommand(rows, "open"),
    "attachments.remove": attachmentCommand(rows, "remove"),
    "attachments.insert": attachmentCommand(rows, "insert"),
    "queue.sendNow": queueCommand(rows, "sendNow"),
    "queue.edit": queueCommand(rows, "edit"),
    "queue.remove": queueCommand(rows, "remove"),
    "queue.moveFirst": moveQueuedCommand(rows),
    "queue.clear": clearQueueCommand(rows),
    stopTask: stopTaskCommand(rows),
    runInBackground: runInBackgroundCommand(rows),
    "changes.markReviewed": markReviewedCommand(rows, true),
    "changes.unmarkReviewed": markReviewedCommand(rows, false),
    "review.since": reviewSinceCommand(rows),
    "unsaved.save": unsavedCommand(rows, true),
    "unsaved.skip": unsavedCommand(rows, false),
    stopWaiting: stopWaitingCommand(conversations),
    forkWhole: forkWholeCommand(conversations, forks),
    chooseProgram: chooseProgramCommand(actions),
    logIn: logInCommand(inTerminal),
    showLog: showLogCommand(log),
    openSettings: openSettingsCommand(extensionId),
    "panel.rewind": panelRewindCommand(conversations, rewind),
    "panel.openInEditor": panelOpenInEditorCommand(conversations, actions),
    "panel.exportConversation": panelExportCommand(conversations, exports),
    "panel.find": panelFindCommand(conversations, find),
    "panel.renameConversation": panelRenameCommand(conversations, listActions),
    "panel.continueInTerminal": panelTerminalCommand(conversations, terminal),
  } as const satisfies Readonly<Record<string, Command>>;
}
