import path from "node:path";
import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { readSetting } from "./settings.ts";
import type { WorkspaceValues } from "./workspaceValues.ts";

/**
 * The folder a conversation starts in: the workspace folder, with several the one that the user picks, and from
 * there the `workingDirectory` setting of that folder. Undefined when the user picked none.
 */
export async function chooseWorkingFolder(home: string, values: WorkspaceValues): Promise<string | undefined> {
  const roots = vscode.workspace.workspaceFolders ?? [];
  const [first, second] = roots;
  const root = second ? await pickRoot(roots) : first;
  if (second && !root) return undefined;
  const origin = root ? await values.origin(root.uri) : "all";
  const setting = readSetting("workingDirectory", root?.uri, origin);
  return path.resolve(root?.uri.fsPath ?? home, setting);
}

async function pickRoot(roots: readonly vscode.WorkspaceFolder[]): Promise<vscode.WorkspaceFolder | undefined> {
  const items = roots.map((root) => ({ label: root.name, description: root.uri.fsPath, root }));
  return (await vscode.window.showQuickPick(items, { title: t("Folder that this conversation works in"), ignoreFocusOut: true }))?.root;
}

/** The other roots of the workspace, which the CLI may use too. */
export function otherRoots(folder: string): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((root) => root.uri.fsPath).filter((root) => root !== folder);
}

/** The folders that conversations of this window may work in. */
export function possibleFolders(home: string): string[] {
  const roots = vscode.workspace.workspaceFolders ?? [];
  if (roots.length === 0) return [path.resolve(home, readSetting("workingDirectory"))];
  return roots.flatMap(({ uri }) => [uri.fsPath, path.resolve(uri.fsPath, readSetting("workingDirectory", uri))]);
}
