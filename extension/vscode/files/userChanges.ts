import * as vscode from "vscode";
import type { Disposable } from "../../shared/base/disposable.ts";

/** Calls `listener` with the path of each file that is saved in an editor of this window. */
export function onSave(listener: (path: string) => void): Disposable {
  const note = ({ uri }: { readonly uri: vscode.Uri }): void => {
    if (uri.scheme === "file") listener(uri.fsPath);
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidSaveTextDocument(note),
    vscode.workspace.onDidSaveNotebookDocument(note),
  );
}

/**
 * Calls `listener` with the path of each file or folder that the user creates, renames, moves or deletes in this
 * window, with both names of a renamed one.
 */
export function onFileOperation(listener: (path: string) => void): Disposable {
  const note = (uris: readonly vscode.Uri[]): void => {
    for (const uri of uris) if (uri.scheme === "file") listener(uri.fsPath);
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidCreateFiles(({ files }) => note(files)),
    vscode.workspace.onDidDeleteFiles(({ files }) => note(files)),
    vscode.workspace.onDidRenameFiles(({ files }) => note(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri]))),
  );
}
