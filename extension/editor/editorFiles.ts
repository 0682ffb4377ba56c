import * as vscode from "vscode";
import type { Files } from "../session/ports.ts";
import { isFile, isOutsideOf } from "./diskPaths.ts";

const rootPaths = (): string[] => (vscode.workspace.workspaceFolders ?? []).map((root) => root.uri.fsPath);

/** Files read through the editor, so that encodings are the editor's. */
export const editorFiles: Files = {
  readDisk: (file) => readText(vscode.Uri.file(file)),
  isOutside: (file, folder) => isOutsideOf(file, folder, rootPaths()),
  isDirty(file) {
    const uri = vscode.Uri.file(file).toString();
    return vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri);
  },
};

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  if (!(await isFile(uri.fsPath, rootPaths()[0] ?? ""))) return undefined;
  return vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri });
}
