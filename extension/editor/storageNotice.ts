import * as vscode from "vscode";
import { editorText } from "../text/editor.ts";
import { inMessage } from "./plainText.ts";

/** Says what is and what is not saved while the disk refuses it; undefined for a disk that takes all again. */
export function tellStorage(reason: string | undefined): void {
  if (reason === undefined) {
    void vscode.window.showInformationMessage(editorText.savesAgain());
    return;
  }
  const text = editorText.notSaving(reason);
  void vscode.window.showWarningMessage(inMessage(text));
}
