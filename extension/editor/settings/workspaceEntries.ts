import path from "node:path";
import * as vscode from "vscode";
import type { FoundEntry } from "../../configuration/repository/parsedFile.ts";
import { findWorkspaceSettings } from "./workspaceSettings.ts";

/** Returns the settings of Tandem in the settings files of a folder's workspace that need the user's consent. */
export async function findWorkspaceEntries(folder: vscode.Uri): Promise<FoundEntry[]> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder);
  const roots = vscode.workspace.workspaceFolders ?? [];
  // Settings of a workspace with one folder also apply to a working folder outside it.
  const workspace = vscode.workspace.getWorkspaceFolder(folder) ?? (roots.length === 1 ? roots[0] : undefined);
  const own = (name: string): unknown => {
    const values = configuration.inspect(name);
    return values?.workspaceFolderValue ?? values?.workspaceValue;
  };
  // The editor merges object values of several scopes.
  const merged = configuration.inspect<object>("mcpServers");
  const root = workspace?.uri.fsPath ?? folder.fsPath;
  const isInFolder = (name: string): boolean => configuration.inspect(name)?.workspaceFolderValue !== undefined;
  return findWorkspaceSettings({
    own,
    mcpServers: { ...merged?.workspaceValue, ...merged?.workspaceFolderValue },
    fileOf: (name) => getSettingsFile(root, isInFolder(name)),
    root,
    userProgram: configuration.inspect<string>("claudePath")?.globalValue ?? "",
  });
}

/** Returns the file in which the entries of a workspace's `tandem.mcpServers` are once a server is written to a place. */
export function findServersFile(place: { readonly kind: "workspace" } | { readonly kind: "folder"; readonly folder: string }): string | undefined {
  const root = place.kind === "folder" ? place.folder : (vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "");
  return getSettingsFile(root, place.kind === "folder");
}

/** Returns the settings file of a folder, else that of the workspace; undefined if that is on another machine. */
function getSettingsFile(root: string, isOfFolder: boolean): string | undefined {
  const { workspaceFile } = vscode.workspace;
  if (workspaceFile === undefined || isOfFolder) return path.join(root, ".vscode", "settings.json");
  return workspaceFile.scheme === "file" ? workspaceFile.fsPath : undefined;
}
