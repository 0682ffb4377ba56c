import * as vscode from "vscode";
import { editorText } from "../../text/editor.ts";
import { toMessageText } from "./plainText.ts";

/** Tells the user which data is saved and which is not while the disk rejects writes; without a reason, that saving works again. */
export function notifyStorage(reason: string | undefined): void {
  if (reason === undefined) {
    void vscode.window.showInformationMessage(editorText.savesAgain());
    return;
  }
  const text = editorText.notSaving(reason);
  void vscode.window.showWarningMessage(toMessageText(text));
}
