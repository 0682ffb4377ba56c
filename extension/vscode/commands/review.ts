import type * as vscode from "vscode";
import type { RowActions } from "../../core/conversations/actions/rowActions.ts";
import type { LineComments } from "../../core/conversations/requests/lineComments.ts";
import type { RequestActions } from "../../core/conversations/requests/requestActions.ts";
import type { ChangedFileActions } from "../../core/conversations/rewind/changedFileActions.ts";
import type { Later } from "../../shared/base/later.ts";
import type { ChangeMarks } from "../review/changeMarks.ts";
import type { EditorComments } from "../review/lineComments.ts";
import { readDocumentArgument, readRequestArgument, readTextArgument } from "./arguments.ts";
import { type CommandHandler, commandTable } from "./commandTable.ts";

export interface ReviewCommandsOptions {
  readonly requests: RequestActions;
  readonly changes: Later<ChangedFileActions>;
  readonly marks: ChangeMarks;
  readonly comments: LineComments;
  readonly commentBox: EditorComments;
  readonly rows: RowActions;
}

/** Returns the commands for proposed and written changes, and for comments on them. */
export function createReviewCommands({ requests, changes, marks, comments, commentBox, rows }: ReviewCommandsOptions) {
  // A link passes the index of the hunk and its document. A title bar passes only its document, and the hunk at the
  // cursor applies.
  const decideHunk =
    (isAccepted: boolean): CommandHandler =>
    (argument, document) =>
      typeof argument === "number"
        ? requests.reviewHunk(isAccepted, readDocumentArgument(document), argument)
        : requests.reviewHunk(isAccepted, readDocumentArgument(argument));
  return commandTable({
    "review.open": (argument) => requests.openDiff(readRequestArgument(argument)),
    "review.accept": (argument) => requests.acceptDiff(readDocumentArgument(argument)),
    "review.reject": (argument) => requests.rejectDiff(readDocumentArgument(argument)),
    "review.acceptHunk": decideHunk(true),
    "review.rejectHunk": decideHunk(false),
    // The argument is the id of the prompt from which the changes are shown.
    "review.changes": (argument) => changes.openAll(undefined, readTextArgument(argument)),
    "review.since": () => rows.reviewSince(),
    "changes.revertFile": (argument) => changes.revertFile(undefined, readTextArgument(argument)),
    "changes.revertHunk": () => changes.revertHunk(),
    "changes.markReviewed": () => rows.mark(true),
    "changes.unmarkReviewed": () => rows.mark(false),
    "changes.toggleMarks": () => marks.toggle(),
    "comments.add": (argument) => isReply(argument) && commentBox.add(argument),
    "comments.delete": (argument) => isThread(argument) && commentBox.delete(argument),
    "comments.send": () => comments.send(),
  });
}

function isReply(argument: unknown): argument is vscode.CommentReply {
  return typeof argument === "object" && argument !== null && "thread" in argument && "text" in argument;
}

function isThread(argument: unknown): argument is vscode.CommentThread {
  return typeof argument === "object" && argument !== null && "comments" in argument && "dispose" in argument;
}
