import path from "node:path";
import * as vscode from "vscode";
import type { FoundEntry } from "../../configuration/repository/parsedFile.ts";
import { findWorkspaceSettings } from "./workspaceSettings.ts";

/** Returns the settings of Tandem in the settings files of a folder's workspace that need the user's consent. */
export async function findWorkspaceEntries(folder: vscode.Uri): Promise<FoundEntry[]> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder);
  const roots = vscode.workspace.workspaceFolders ?? [];
  // Settings of a workspace with one folder also apply to a working folder outside of it.
  const workspace = vscode.workspace.getWorkspaceFolder(folder) ?? (roots.length === 1 ? roots[0] : undefined);
  const own = (name: string): unknown => {
    const values = configuration.inspect(name);
    return values?.workspaceFolderValue ?? values?.workspaceValue;
  };
  // The editor merges object values of several scopes.
  const merged = configuration.inspect<object>("mcpServers");
  const root = workspace?.uri.fsPath ?? folder.fsPath;
  const isInFolder = (name: string): boolean => vscode.workspace.workspaceFile === undefined || configuration.inspect(name)?.workspaceFolderValue !== undefined;
  const folderFile = path.join(root, ".vscode", "settings.json");
  const workspaceFile = vscode.workspace.workspaceFile?.scheme === "file" ? vscode.workspace.workspaceFile.fsPath : undefined;
  return findWorkspaceSettings({
    own,
    mcpServers: { ...merged?.workspaceValue, ...merged?.workspaceFolderValue },
    fileOf: (name) => (isInFolder(name) ? folderFile : workspaceFile),
    root,
    userProgram: configuration.inspect<string>("claudePath")?.globalValue ?? "",
  });
}
