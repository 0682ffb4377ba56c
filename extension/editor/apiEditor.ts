import path from "node:path";
import * as vscode from "vscode";
import type { ApiEditor, OwnLimits } from "../api/ports.ts";
import type { Folders } from "../conversations/ports.ts";
import { locatePath, resolveRealPath } from "./files/diskPaths.ts";
import type { ValidatedSettings } from "./settings/settings.ts";

/** Knows the window, its extensions and its settings for the API. */
export class VscodeApiEditor implements ApiEditor {
  readonly #folders: Pick<Folders, "choose">;
  readonly #settings: ValidatedSettings;

  constructor(folders: Pick<Folders, "choose">, settings: ValidatedSettings) {
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

  /** Reads the limits of all settings: where a folder's own value still needs consent, it only narrows. */
  readLimits(folder: string): OwnLimits {
    return {
      maxTurns: this.#settings.read("maxTurns", null, folder),
      maxCostUsd: this.#settings.read("maxBudgetUsd", null, folder),
      tools: this.#readTools(folder),
    };
  }

  #readTools(folder: string): readonly string[] | null {
    const own = this.#settings.readValid("tools", vscode.Uri.file(folder), "user");
    const all = this.#settings.readValid("tools", vscode.Uri.file(folder));
    return own && all ? own.filter((tool) => all.includes(tool)) : (own ?? all);
  }
}
