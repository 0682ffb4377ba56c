import * as vscode from "vscode";
import { askText } from "../text/ask.ts";

/** Offers "Fix with Tandem" on problems and "Explain with Tandem" on selections. */
export const askCodeActions: vscode.CodeActionProvider = {
  provideCodeActions: (_document, range, { diagnostics }) => [
    ...(diagnostics.length > 0 ? [createAction(askText.fixTitle(), "tandem.fix", vscode.CodeActionKind.QuickFix)] : []),
    ...(range.isEmpty ? [] : [createAction(askText.explainTitle(), "tandem.explain", vscode.CodeActionKind.Empty.append("explain"))]),
  ],
};

function createAction(title: string, command: string, kind: vscode.CodeActionKind): vscode.CodeAction {
  const action = new vscode.CodeAction(title, kind);
  action.command = { command, title };
  return action;
}

/** The kinds of actions that it offers, with which the editor decides when to ask. */
export const askActionKinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.Empty.append("explain")] };
