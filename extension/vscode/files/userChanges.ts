import * as vscode from "vscode";
import type { Disposable } from "../../shared/base/disposable.ts";

/** Addresses of the documents that `saveForClaude` is saving. */
const savedForClaude = new Set<string>();

/** Saves a document with a change that `claude` made by a tool of the editor. Returns whether it is saved. */
export async function saveForClaude(document: vscode.TextDocument): Promise<boolean> {
  const address = document.uri.toString();
  savedForClaude.add(address);
  try {
    return await document.save();
  } finally {
    savedForClaude.delete(address);
  }
}

/**
 * Calls `listener` with the path of each file that is saved in an editor of this window, and whether the user saved it
 * rather than `saveForClaude`.
 */
export function onSave(listener: (path: string, isByUser: boolean) => void): Disposable {
  const note = ({ uri }: { readonly uri: vscode.Uri }): void => {
    if (uri.scheme === "file") listener(uri.fsPath, !savedForClaude.has(uri.toString()));
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
