import path from "node:path";
import * as vscode from "vscode";
import { readSetting } from "./settings.ts";

/**
 * The folder a conversation starts in: the `workingDirectory` setting, else the workspace folder; with
 * several the user picks one. Undefined when the user picked none.
 */
export async function chooseWorkingFolder(home: string): Promise<string | undefined> {
  const roots = vscode.workspace.workspaceFolders ?? [];
  const first = roots[0];
  const setting = readSetting("workingDirectory", first?.uri);
  if (setting !== "") return path.resolve(first?.uri.fsPath ?? home, setting);
  if (!first) return home;
  if (roots.length === 1) return first.uri.fsPath;
  const items = roots.map((root) => ({ label: root.name, description: root.uri.fsPath }));
  const picked = await vscode.window.showQuickPick(items, { title: "Folder that this conversation works in", ignoreFocusOut: true });
  return picked?.description;
}

/** The other roots of the workspace, which the CLI may use too. */
export function otherRoots(folder: string): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((root) => root.uri.fsPath).filter((root) => root !== folder);
}
