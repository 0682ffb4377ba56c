import path from "node:path";
import * as vscode from "vscode";
import type { ApiEditor, OwnLimits } from "../../core/api/ports.ts";
import type { Folders } from "../../core/conversations/ports.ts";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import { locatePath, resolveRealPath } from "../files/diskPaths.ts";

/** Knows the window, its extensions and its settings for the API. */
export class VscodeApiEditor implements ApiEditor {
  readonly #folders: Pick<Folders, "choose">;
  readonly #settings: Pick<FolderSettings, "read">;

  constructor(folders: Pick<Folders, "choose">, settings: Pick<FolderSettings, "read">) {
    this.#folders = folders;
    this.#settings = settings;
  }

  isTrusted(): boolean {
    return vscode.workspace.isTrusted;
  }

  findExtension(id: string) {
    const found = vscode.extensions.getExtension(id);
    const name: unknown = found?.packageJSON.displayName;
    return found && { id: found.id, name: typeof name === "string" && name !== "" ? name : found.id };
  }

  async resolveFolder(folder: string | undefined): Promise<string | undefined> {
    if (folder === undefined) return this.#folders.choose();
    const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    const [first, ...others] = roots;
    if (first === undefined || !path.isAbsolute(folder)) return "outside";
    if (roots.includes(folder)) return folder;
    // The folder with its links resolved, so that a link that changes later leads nowhere else.
    return (await locatePath(folder, first, others)).isOutside ? "outside" : resolveRealPath(folder);
  }

  /** Reads the limits that are in force in a folder. */
  readLimits(folder: string): OwnLimits {
    const settings = this.#settings;
    return {
      maxTurns: settings.read("maxTurns", folder),
      maxCostUsd: settings.read("maxBudgetUsd", folder),
      tools: settings.read("tools", folder),
    };
  }
}
