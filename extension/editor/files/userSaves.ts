import * as vscode from "vscode";
import type { Disposable } from "../../base/disposable.ts";

/** Calls `listener` with the path of each file that is saved in an editor of this window. */
export function onSave(listener: (path: string) => void): Disposable {
  const note = ({ uri }: { readonly uri: vscode.Uri }): void => {
    if (uri.scheme === "file") listener(uri.fsPath);
  };
  return vscode.Disposable.from(vscode.workspace.onDidSaveTextDocument(note), vscode.workspace.onDidSaveNotebookDocument(note));
}
