import * as vscode from "vscode";
import { askText } from "../../shared/text/ask.ts";

/** Offers "Fix with Tandem" on problems and "Explain with Tandem" on selections. */
export const askCodeActions: vscode.CodeActionProvider = {
  provideCodeActions: (_document, range, { diagnostics }) => {
    const fix = new vscode.CodeAction(askText.fixTitle(), vscode.CodeActionKind.QuickFix);
    fix.command = { command: "tandem.fix", title: askText.fixTitle() };
    const explain = new vscode.CodeAction(askText.explainTitle(), vscode.CodeActionKind.Empty.append("explain"));
    explain.command = { command: "tandem.explain", title: askText.explainTitle() };
    return [...(diagnostics.length > 0 ? [fix] : []), ...(range.isEmpty ? [] : [explain])];
  },
};

/** The kinds of actions that it offers, with which the editor decides when to ask. */
export const askActionKinds = {
  providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.Empty.append("explain")],
};
