import * as vscode from "vscode";
import type { Files } from "../session/ports.ts";

/** Files as the user sees them, read through the editor so that encodings are the editor's. */
export const editorFiles: Files = {
  async read(path) {
    const uri = vscode.Uri.file(path);
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    return open ? open.getText() : readText(uri);
  },
  readDisk: (path) => readText(vscode.Uri.file(path)),
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
