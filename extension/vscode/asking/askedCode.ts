import * as vscode from "vscode";
import { escapeLine } from "../../shared/base/invisible.ts";
import { askText } from "../../shared/text/ask.ts";
import type { Messages } from "../dialogs/messages.ts";
import { createSelectionMention } from "../mentions/workspaceFiles.ts";

/** Maximum number of problems that a message names. */
const maxProblems = 10;

/**
 * Returns a function that writes a message about the selected lines, else about the file; undefined, with a warning, if
 * there is none.
 */
export function writeExplanationRequest(messages: Pick<Messages, "warn">): ((folder: string) => string) | undefined {
  const mention = createSelectionMention(messages);
  return mention && ((folder) => askText.explain(mention(folder).trim()));
}

/**
 * Returns the same for the problems in the selected lines, in the line of the cursor if there are any, else in the
 * file.
 */
export function writeFixRequest(messages: Pick<Messages, "warn">): ((folder: string) => string) | undefined {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  const mention = createSelectionMention(messages);
  if (!mention || !document || !selection) return undefined;
  const all = vscode.languages.getDiagnostics(document.uri);
  const lines = new vscode.Range(selection.start.with(undefined, 0), document.lineAt(selection.end).range.end);
  const near = all.filter(({ range }) => range.intersection(lines) !== undefined);
  const problems = near.length > 0 || !selection.isEmpty ? near : all;
  const named = problems
    .slice(0, maxProblems)
    .map(({ range, message }) => askText.problem(range.start.line + 1, escapeLine(message)));
  return (folder) => askText.fix(mention(folder).trim(), named.join("\n"));
}
