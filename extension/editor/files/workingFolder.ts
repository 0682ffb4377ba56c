import path from "node:path";
import * as vscode from "vscode";
import type { Folders } from "../../conversations/ports.ts";
import { dialogText } from "../../text/dialogs.ts";
import { toLabelText } from "../dialogs/plainText.ts";
import { readSetting } from "../settings/settings.ts";
import type { WorkspaceSettingsConsent } from "../settings/workspaceSettingsConsent.ts";

/** The folders that conversations start in. */
export class WorkingFolders implements Folders {
  readonly #home: string;
  readonly #values: WorkspaceSettingsConsent;
  #choosing: Promise<string | undefined> | undefined;

  constructor(home: string, values: WorkspaceSettingsConsent) {
    this.#home = home;
    this.#values = values;
  }

  /**
   * The workspace folder, with several the one that the user picks, and from there the `workingDirectory` setting of that folder; of
   * several that ask at once, all get the same answer. Undefined when the user picked none.
   */
  choose(): Promise<string | undefined> {
    // One question at a time: a second one would close the first, as if the user had.
    this.#choosing ??= this.#choose().finally(() => {
      this.#choosing = undefined;
    });
    return this.#choosing;
  }

  isOutdated(folder: string): boolean {
    const hasRoots = (vscode.workspace.workspaceFolders ?? []).length > 0;
    if (!hasRoots || vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder))) return false;
    const setting = readSetting("workingDirectory", undefined, "user");
    return !path.isAbsolute(setting) && folder === path.resolve(this.#home, setting);
  }

  async #choose(): Promise<string | undefined> {
    const roots = vscode.workspace.workspaceFolders ?? [];
    const [first, second] = roots;
    const root = second ? await pickRoot(roots) : first;
    if (second && !root) return undefined;
    const origin = root ? await this.#values.origin(root.uri) : "all";
    const setting = readSetting("workingDirectory", root?.uri, origin);
    return path.resolve(root?.uri.fsPath ?? this.#home, setting);
  }
}

async function pickRoot(roots: readonly vscode.WorkspaceFolder[]): Promise<vscode.WorkspaceFolder | undefined> {
  const items = roots.map((root) => ({ label: toLabelText(root.name), description: toLabelText(root.uri.fsPath), root }));
  return (await vscode.window.showQuickPick(items, { title: dialogText.workingFolder(), ignoreFocusOut: true }))?.root;
}

/**
 * Tells when a workspace without folders gets some: from a remote machine they can come after the window began, and a user can add
 * them. The editor then loads a remote window again, and starts the extensions of others anew.
 */
export function onFirstFolders(listener: () => unknown): vscode.Disposable {
  return vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => {
    if (added.length > 0 && added.length === vscode.workspace.workspaceFolders?.length) listener();
  });
}

/** The other roots of the workspace, which the CLI may use too. */
export function getOtherRoots(folder: string): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((root) => root.uri.fsPath).filter((root) => root !== folder);
}

/** The folders that conversations of this window may work in. */
export function listPossibleFolders(home: string): string[] {
  const roots = vscode.workspace.workspaceFolders ?? [];
  if (roots.length === 0) return [path.resolve(home, readSetting("workingDirectory"))];
  return roots.flatMap(({ uri }) => [uri.fsPath, path.resolve(uri.fsPath, readSetting("workingDirectory", uri))]);
}
