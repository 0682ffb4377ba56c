import fs from "node:fs";
import * as vscode from "vscode";
import type { OpenFailure } from "../../shared/contract/toWebview.ts";
import { isOnOtherMachine } from "./diskPaths.ts";
import { resolvePath } from "./pathKind.ts";

/**
 * Opens a text file at a 1-based line, another file in the editor that can show it, and a folder in the Explorer. A
 * relative path is relative to `folder`. Returns the reason why nothing was opened.
 */
export async function openFile(
  folder: string,
  file: string,
  line: number | undefined,
): Promise<OpenFailure | undefined> {
  // Windows would contact the other machine and reveal the user's identity to it.
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
  await vscode.window
    .showTextDocument(uri, { preview: true, ...(selection ? { selection } : {}) })
    .then(undefined, () => openOther(uri));
}

/** Opens a file that is not a text, such as an image or an archive. The editor shows it or explains why it cannot. */
async function openOther(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand("vscode.open", uri, { preview: true });
}

/**
 * Reveals a folder in the Explorer, which shows only the workspace; another folder in the file manager of the system.
 */
async function revealFolder(uri: vscode.Uri): Promise<void> {
  const isOurs = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(isOurs ? "revealInExplorer" : "revealFileInOS", uri);
}

/**
 * Opens a web page in the browser. Refuses all other schemes, command links in particular. Returns the reason why
 * nothing was opened.
 */
export async function openLink(url: string): Promise<OpenFailure | undefined> {
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (protocol !== "https:" && protocol !== "http:") return "noPage";
  return (await vscode.env.openExternal(vscode.Uri.parse(url))) ? undefined : "cancelled";
}
