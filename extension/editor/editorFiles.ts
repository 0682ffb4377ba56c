import * as vscode from "vscode";
import type { Files } from "../session/ports.ts";

/** Files read through the editor, so that encodings are the editor's. */
export const editorFiles: Files = {
  readDisk: (path) => readText(vscode.Uri.file(path)),
  isDirty(path) {
    const uri = vscode.Uri.file(path).toString();
    return vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri);
  },
};

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
  return vscode.workspace.decode(bytes, { uri });
}
