import path from "node:path";
import * as vscode from "vscode";
import type { Folders } from "../../core/conversations/ports.ts";
import type { RepositoryTrust } from "../../core/conversations/repositoryTrust.ts";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import type { SettingsTrust } from "../../core/options/settingsSource.ts";
import { dialogText } from "../../shared/text/dialogs.ts";
import { toLabelText } from "../plainText.ts";
import { findOutside } from "./diskPaths.ts";

/** Key of the decision to work in the home folder, in the state of a window without a folder. */
const usesHome = "usesHomeFolder";

function hasFolders(): boolean {
  return (vscode.workspace.workspaceFolders ?? []).length > 0;
}

/**
 * Determines the folders in which conversations start. Without a folder, only the user's own setting says where: a
 * workspace file may not choose one.
 */
export class WorkingFolders implements Folders {
  readonly #home: string;
  readonly #trust: Pick<RepositoryTrust, "originIn">;
  readonly #settings: Pick<FolderSettings, "readValid">;
  readonly #memory: vscode.Memento;
  /**
   * Folders that the user's own setting names, while the user has not decided about the workspace's setting, with their
   * roots.
   */
  readonly #provisional = new Map<string, vscode.Uri>();
  #choosing: Promise<string | undefined> | undefined;

  /** `memory`: state of the window. */
  constructor(
    home: string,
    trust: Pick<RepositoryTrust, "originIn">,
    settings: Pick<FolderSettings, "readValid">,
    memory: vscode.Memento,
  ) {
    this.#home = home;
    this.#memory = memory;
    this.#trust = trust;
    this.#settings = settings;
  }

  /**
   * Returns the workspace folder, or the one that the user picks if there are several, resolved with the
   * `workingDirectory` setting of that folder. Concurrent calls get the same answer. Resolves to undefined if the user
   * cancelled, or has not decided yet in a window without a folder. Rejects with `settingInvalid` for a value that was
   * never valid.
   */
  choose(): Promise<string | undefined> {
    // One question at a time, because a second quick pick would close the first as if the user had cancelled it.
    this.#choosing ??= this.#choose().finally(() => {
      this.#choosing = undefined;
    });
    return this.#choosing;
  }

  get needsDecision(): boolean {
    return (
      !hasFolders() &&
      this.#settings.readValid("workingDirectory", "", "user") === "" &&
      this.#memory.get(usesHome) !== true
    );
  }

  async useHome(): Promise<void> {
    await this.#memory.update(usesHome, true);
  }

  isOutdated(folder: string): boolean {
    if (folder === "") return hasFolders();
    if (!hasFolders() || vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder))) return false;
    const setting = this.#settings.readValid("workingDirectory", "", "user");
    return !path.isAbsolute(setting) && folder === path.resolve(this.#home, setting);
  }

  async #choose(): Promise<string | undefined> {
    const roots = vscode.workspace.workspaceFolders ?? [];
    const [first, second] = roots;
    const root = second ? await pickRoot(roots) : first;
    if ((second && !root) || this.needsDecision) return undefined;
    return root
      ? this.#resolve(root.uri)
      : path.resolve(this.#home, this.#settings.readValid("workingDirectory", "", "user"));
  }

  /**
   * Returns the folder again, with the workspace's own setting once the user decided about it. Rejects with
   * `settingInvalid`.
   */
  async resolveAgain(folder: string): Promise<string> {
    const root = this.#provisional.get(folder);
    return root ? this.#resolve(root) : folder;
  }

  /** The workspace's own setting applies only if it stays inside the root, or after the user's decision. */
  async #resolve(root: vscode.Uri): Promise<string> {
    const origin = await this.#trust.originIn(root.fsPath);
    const resolveFrom = (source: SettingsTrust): string =>
      path.resolve(root.fsPath, this.#settings.readValid("workingDirectory", root.fsPath, source));
    const whole = resolveFrom("all");
    if (origin === "all" || (origin === "undecided" && !(await findOutside(whole, root.fsPath)))) return whole;
    const own = resolveFrom("user");
    if (origin === "undecided") this.#provisional.set(own, root);
    return own;
  }
}

async function pickRoot(roots: readonly vscode.WorkspaceFolder[]): Promise<vscode.WorkspaceFolder | undefined> {
  const items = roots.map((root) => ({
    label: toLabelText(root.name),
    description: toLabelText(root.uri.fsPath),
    root,
  }));
  return (await vscode.window.showQuickPick(items, { title: dialogText.workingFolder(), ignoreFocusOut: true }))?.root;
}

/**
 * Calls the listener when a workspace without folders gets its first ones: on a remote machine they can arrive after
 * the window has started, and the user can add them. The editor then reloads a remote window; in other windows it
 * restarts the extensions.
 */
export function onFirstFolders(listener: () => unknown): vscode.Disposable {
  return vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => {
    if (added.length > 0 && added.length === vscode.workspace.workspaceFolders?.length) listener();
  });
}

/** Returns the other roots of the workspace, which `claude` may use too. */
export function getOtherRoots(folder: string): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((root) => root.uri.fsPath).filter((root) => root !== folder);
}

/** Returns the folders in which conversations of this window may work; for a wrong setting, those without it. */
export function listPossibleFolders(home: string, settings: Pick<FolderSettings, "read">): string[] {
  const roots = vscode.workspace.workspaceFolders ?? [];
  if (roots.length === 0) return [path.resolve(home, settings.read("workingDirectory", "", "user"))];
  return roots.flatMap(({ uri }) => [
    uri.fsPath,
    path.resolve(uri.fsPath, settings.read("workingDirectory", uri.fsPath)),
  ]);
}
