import path from "node:path";
import * as vscode from "vscode";
import type { Folders } from "../conversations/ports.ts";
import { dialogText } from "../text/dialogs.ts";
import { inLabel } from "./plainText.ts";
import { readSetting } from "./settings.ts";
import type { WorkspaceValues } from "./workspaceValues.ts";

/** The folders that conversations start in. */
export class WorkingFolders implements Folders {
  readonly #home: string;
  readonly #values: WorkspaceValues;
  #choosing: Promise<string | undefined> | undefined;

  constructor(home: string, values: WorkspaceValues) {
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
  const items = roots.map((root) => ({ label: inLabel(root.name), description: inLabel(root.uri.fsPath), root }));
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
export function otherRoots(folder: string): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((root) => root.uri.fsPath).filter((root) => root !== folder);
}

/** The folders that conversations of this window may work in. */
export function possibleFolders(home: string): string[] {
  const roots = vscode.workspace.workspaceFolders ?? [];
  if (roots.length === 0) return [path.resolve(home, readSetting("workingDirectory"))];
  return roots.flatMap(({ uri }) => [uri.fsPath, path.resolve(uri.fsPath, readSetting("workingDirectory", uri))]);
}
