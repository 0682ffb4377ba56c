import path from "node:path";
import * as vscode from "vscode";
import type { WritableFiles } from "../../core/conversations/requests/reviewPorts.ts";
import type { DiskText } from "../../core/review/writeRules.ts";
import { isFile, isOnOtherMachine, locatePath } from "./diskPaths.ts";
import { decodeDisk, encodeDisk } from "./diskText.ts";

const rootPaths = (): string[] => (vscode.workspace.workspaceFolders ?? []).map((root) => root.uri.fsPath);

/** Reads files through the editor and decodes them as `claude` does. */
export const editorFiles: WritableFiles = {
  readDisk: (file) => readText(vscode.Uri.file(file)),
  watch(file, changed) {
    // Watching a path on another machine would reveal the user's identity to it.
    if (isOnOtherMachine(file)) return { dispose() {} };
    const uri = vscode.Uri.file(file);
    // The watcher uses the pattern "*", because a file name can contain glob characters.
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(path.dirname(file)), "*"),
    );
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
      event((each) => each.fsPath === uri.fsPath && changed());
    // Unsaved changes in an editor count as a change too.
    let isDirty = editorFiles.isDirty(file);
    const typed = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() !== uri.toString() || document.isDirty === isDirty) return;
      isDirty = document.isDirty;
      changed();
    });
    return vscode.Disposable.from(watcher, typed);
  },
  locate: (file, folder) => locatePath(file, folder, rootPaths()),
  async write(file, text) {
    const uri = vscode.Uri.file(file);
    // regular: the caller has read it
    if (text) await vscode.workspace.fs.writeFile(uri, encodeDisk(text));
    // Not every file system has a trash.
    else
      await Promise.resolve(vscode.workspace.fs.delete(uri, { useTrash: true })).catch(() =>
        vscode.workspace.fs.delete(uri),
      );
  },
  decode: decodeDisk,
  encode: encodeDisk,
  isDirty(file) {
    const uri = vscode.Uri.file(file).toString();
    const { textDocuments, notebookDocuments } = vscode.workspace;
    return [...textDocuments, ...notebookDocuments].some(
      (document) => document.isDirty && document.uri.toString() === uri,
    );
  },
};

async function readText(uri: vscode.Uri): Promise<DiskText | undefined> {
  if (!(await isFile(uri.fsPath, rootPaths()[0] ?? ""))) return undefined;
  // regular: checked above
  return decodeDisk(await vscode.workspace.fs.readFile(uri));
}
