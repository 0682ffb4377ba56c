import * as vscode from "vscode";
import { editorText } from "../../text/editor.ts";
import { toMessageText } from "./plainText.ts";

/** Says what is and what is not saved while the disk refuses it; undefined for a disk that takes all again. */
export function notifyStorage(reason: string | undefined): void {
  if (reason === undefined) {
    void vscode.window.showInformationMessage(editorText.savesAgain());
    return;
  }
  const text = editorText.notSaving(reason);
  void vscode.window.showWarningMessage(toMessageText(text));
}
