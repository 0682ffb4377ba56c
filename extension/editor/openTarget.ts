import fs from "node:fs";
import path from "node:path";
import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { isOnOtherMachine } from "./diskPaths.ts";
import { inMessage } from "./plainText.ts";

/** Opens a file at a 1-based line; a relative path is one of `folder`. Says so when there is no such file. */
export async function openFile(folder: string, file: string, line: number | undefined): Promise<void> {
  const uri = vscode.Uri.file(path.resolve(folder, file));
  const start = line === undefined ? undefined : new vscode.Position(Math.max(0, line - 1), 0);
  try {
    // Windows would go to another machine for it, and say there who the user is.
    if (isOnOtherMachine(file) && !isOnOtherMachine(folder)) throw new Error("not here");
    await vscode.window.showTextDocument(uri, { preview: true, ...(start ? { selection: new vscode.Range(start, start) } : {}) });
  } catch {
    void vscode.window.showWarningMessage(inMessage(t("{0} could not be opened: it does not exist or is not text.", file)));
  }
}

/** Which of these paths, relative to a folder or absolute, are files. Never rejects. */
export async function existingFiles(folder: string, paths: readonly string[]): Promise<readonly string[]> {
  const isThere = await Promise.all(
    paths.map(async (file) => {
      if (isOnOtherMachine(file) && !isOnOtherMachine(folder)) return false;
      return (await fs.promises.stat(path.resolve(folder, file)).catch(() => undefined))?.isFile() === true;
    }),
  );
  return paths.filter((_, index) => isThere[index]);
}

/** Opens a web page in the browser. Other schemes, a command link first of all, are refused. */
export async function openLink(url: string): Promise<void> {
  if (!URL.canParse(url)) return;
  const { protocol } = new URL(url);
  if (protocol === "https:" || protocol === "http:") await vscode.env.openExternal(vscode.Uri.parse(url));
}
