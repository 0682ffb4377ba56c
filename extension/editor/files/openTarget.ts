import fs from "node:fs";
import * as vscode from "vscode";
import type { OpenFailure } from "../../contract/toWebview.ts";
import { isOnOtherMachine } from "./diskPaths.ts";
import { resolvePath } from "./pathKind.ts";

/** Opens a file at a 1-based line, one that is no text by what shows it, and a folder in the Explorer; a relative path is one of `folder`. Returns why nothing was opened. */
export async function openFile(folder: string, file: string, line: number | undefined): Promise<OpenFailure | undefined> {
  // Windows would go to another machine for it, and say there who the user is.
  if (isOnOtherMachine(file) && !isOnOtherMachine(folder)) return "elsewhere";
  const uri = vscode.Uri.file(resolvePath(folder, file));
  const start = line === undefined ? undefined : new vscode.Position(Math.max(0, line - 1), 0);
  const stat = await fs.promises.stat(uri.fsPath).catch(() => undefined);
  if (!stat) return "missing";
  try {
    if (stat.isDirectory()) await revealFolder(uri);
    else await openText(uri, start && new vscode.Range(start, start));
    return undefined;
  } catch {
    return "failed";
  }
}

async function openText(uri: vscode.Uri, selection: vscode.Range | undefined): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: true, ...(selection ? { selection } : {}) }).then(undefined, () => openOther(uri));
}

/** A picture, an archive: the editor shows it, or says itself why it cannot. */
async function openOther(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand("vscode.open", uri, { preview: true });
}

/** The Explorer shows only what lies in the workspace. */
async function revealFolder(uri: vscode.Uri): Promise<void> {
  const isOurs = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(isOurs ? "revealInExplorer" : "revealFileInOS", uri);
}

/** Opens a web page in the browser. Other schemes, a command link first of all, are refused. Returns why nothing was opened. */
export async function openLink(url: string): Promise<OpenFailure | undefined> {
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (protocol !== "https:" && protocol !== "http:") return "noPage";
  return (await vscode.env.openExternal(vscode.Uri.parse(url))) ? undefined : "cancelled";
}
