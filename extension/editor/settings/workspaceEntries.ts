import path from "node:path";
import * as vscode from "vscode";
import type { FoundEntry, NamedFiles } from "../../configuration/repository/parsedFile.ts";
import { findOutside, isOnOtherMachine } from "../files/diskPaths.ts";
import { inspectSetting } from "./inspectSetting.ts";
import { findWorkspaceSettings } from "./workspaceSettings.ts";

/** The settings files of a folder's workspace, by their scopes. */
export interface SettingsFiles {
  /** The folder to which paths in them are relative. */
  readonly root: string;
  /** Path of each file; undefined if it is on another machine. */
  readonly files: readonly { readonly scope: "workspace" | "folder"; readonly file: string | undefined }[];
}

/** Finds the settings files that apply to a folder. */
export function findSettingsFiles(folder: vscode.Uri): SettingsFiles {
  const roots = vscode.workspace.workspaceFolders ?? [];
  // Settings of a workspace with one folder also apply to a working folder outside it.
  const workspace = vscode.workspace.getWorkspaceFolder(folder) ?? (roots.length === 1 ? roots[0] : undefined);
  const root = workspace?.uri.fsPath ?? folder.fsPath;
  // Without a workspace file, the folder's settings are those of the workspace.
  const scopes = vscode.workspace.workspaceFile ? (["workspace", "folder"] as const) : (["workspace"] as const);
  return { root, files: scopes.map((scope) => ({ scope, file: getSettingsFile(root, scope === "folder") })) };
}

/** Returns the settings of Tandem in the settings files of a folder's workspace that need the user's consent. */
export async function findWorkspaceEntries(folder: vscode.Uri): Promise<FoundEntry[]> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder);
  const { root, files } = findSettingsFiles(folder);
  return findWorkspaceSettings({
    files: files.map(({ scope, file }) => ({ own: (name: string): unknown => inspectSetting(configuration, name)[scope], file })),
    root,
    users: (name) => inspectSetting(configuration, name).user,
  });
}

/**
 * Returns the files that settings name and that a start in a folder passes, as far as a repository can bring them: those that the workspace names,
 * and those of the user's own settings that are in the folder. `otherRoots`: the other folders of the workspace, which a start passes too.
 */
export async function findNamedFiles(folder: vscode.Uri, otherRoots: readonly string[]): Promise<NamedFiles> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder);
  const { root } = findSettingsFiles(folder);
  const find = async (name: "settingsFile" | "pluginDirectories" | "additionalDirectories"): Promise<readonly string[]> => {
    const { user, ...ofWorkspace } = inspectSetting(configuration, name);
    const own = await Promise.all(listPaths(user, root).map(async (at) => ((await findOutside(at, root)) ? [] : [at])));
    const named = [ofWorkspace.workspace, ofWorkspace.folder].flatMap((value) => listPaths(value, root));
    return [...new Set([...own.flat(), ...named])].filter((at) => !isOnOtherMachine(at) || isOnOtherMachine(root));
  };
  const [settingsFiles, pluginDirectories, directories] = await Promise.all([find("settingsFile"), find("pluginDirectories"), find("additionalDirectories")]);
  return { settingsFiles, pluginDirectories, additionalDirectories: [...new Set([...otherRoots, ...directories])] };
}

function listPaths(value: unknown, root: string): readonly string[] {
  const paths = Array.isArray(value) ? value : [value];
  return paths.flatMap((each) => (typeof each === "string" && each !== "" ? [path.resolve(root, each)] : []));
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
