import path from "node:path";
import * as vscode from "vscode";

/** Opens a file at a 1-based line; a relative path is one of `folder`. Says so when there is no such file. */
export async function openFile(folder: string, file: string, line: number | undefined): Promise<void> {
  const uri = vscode.Uri.file(path.resolve(folder, file));
  const place = line === undefined ? undefined : new vscode.Position(Math.max(0, line - 1), 0);
  try {
    await vscode.window.showTextDocument(uri, { preview: true, ...(place ? { selection: new vscode.Range(place, place) } : {}) });
  } catch {
    void vscode.window.showWarningMessage(`${file} could not be opened: it does not exist or is not text.`);
  }
}

/** Opens a web page in the browser. Other schemes, a command link first of all, are refused. */
export async function openLink(url: string): Promise<void> {
  const uri = vscode.Uri.parse(url, true);
  if (uri.scheme === "https" || uri.scheme === "http") await vscode.env.openExternal(uri);
}
