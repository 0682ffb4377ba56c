import type * as vscode from "vscode";
import type { LineComments } from "../conversations/lineComments.ts";
import type { EditorComments } from "../editor/lineComments.ts";
import type { Command } from "./command.ts";

/** What was typed into a thread of comments; the editor hands both over. */
export function addCommentCommand(comments: EditorComments): Command {
  return { run: (argument) => isReply(argument) && comments.add(argument) };
}

export function deleteCommentCommand(comments: EditorComments): Command {
  return { run: (argument) => isThread(argument) && comments.delete(argument) };
}

/** Sends all comments that were not sent yet. */
export function sendCommentsCommand(comments: LineComments): Command {
  return { run: () => comments.send() };
}

function isReply(argument: unknown): argument is vscode.CommentReply {
  return typeof argument === "object" && argument !== null && "thread" in argument && "text" in argument;
}

function isThread(argument: unknown): argument is vscode.CommentThread {
  return typeof argument === "object" && argument !== null && "comments" in argument && "dispose" in argument;
}
