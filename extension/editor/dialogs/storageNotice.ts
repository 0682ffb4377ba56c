import * as vscode from "vscode";
import { editorText } from "../../text/editor.ts";
import { toMessageText } from "./plainText.ts";

/** Warns the user that data is not saved, with the reason. Undefined means that saving works again. */
export function notifyStorage(reason: string | undefined): void {
  if (reason === undefined) {
    void vscode.window.showInformationMessage(editorText.savesAgain());
    return;
  }
  const text = editorText.notSaving(reason);
  void vscode.window.showWarningMessage(toMessageText(text));
}
