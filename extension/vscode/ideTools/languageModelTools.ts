import * as vscode from "vscode";
import { getRoots } from "./insideFiles.ts";

/** Returns the workspace folder of the active editor, else the first one; empty if none is open on this machine. */
export function getActiveRoot(): string {
  const roots = getRoots();
  const active =
    vscode.window.activeTextEditor &&
    vscode.workspace.getWorkspaceFolder(vscode.window.activeTextEditor.document.uri)?.uri.fsPath;
  return (active !== undefined && roots.includes(active) ? active : roots[0]) ?? "";
}

/**
 * Answers a call that the editor passes on, with the text of `call`. Rejects where `call` does, and when the call is
 * cancelled.
 */
export async function answerToolCall(
  call: (signal: AbortSignal) => Promise<string>,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const subscription = token.onCancellationRequested(() => controller.abort());
  try {
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(await call(controller.signal))]);
  } catch (error) {
    throw controller.signal.aborted ? new vscode.CancellationError() : error;
  } finally {
    subscription.dispose();
  }
}
