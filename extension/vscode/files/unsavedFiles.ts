import path from "node:path";
import * as vscode from "vscode";
import type { UnsavedFiles } from "../../core/conversation/ports/ports.ts";
import type { UnsavedEditors } from "../../core/conversations/requests/reviewPorts.ts";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import type { SettingsWriter } from "../../core/options/settingsSource.ts";
import { isOnOtherMachine, resolveRealPath } from "./diskPaths.ts";

/** Lists, compares and saves the files with unsaved changes in this window's editors. */
export class OpenEditors implements UnsavedFiles, UnsavedEditors {
  readonly #settings: Pick<FolderSettings, "read" | "scopeInForce">;
  readonly #writer: SettingsWriter;

  constructor(settings: Pick<FolderSettings, "read" | "scopeInForce">, writer: SettingsWriter) {
    this.#settings = settings;
    this.#writer = writer;
  }

  autosave(folder: string): ReturnType<UnsavedFiles["autosave"]> {
    return this.#settings.read("chat.saveFilesBeforeSending", folder);
  }

  async remember(answer: "always" | "never", folder: string): Promise<boolean> {
    if (this.#settings.scopeInForce("chat.saveFilesBeforeSending", folder) !== undefined) return false;
    try {
      await this.#writer.write("chat.saveFilesBeforeSending", answer, "user");
      return true;
    } catch {
      // A settings file that can't be written asks again the next time.
      return false;
    }
  }

  list(folder: string): readonly string[] {
    const roots = [folder, ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)];
    return findUnsaved()
      .map(({ uri }) => uri.fsPath)
      .filter((file) => roots.some((root) => isWithin(file, root)));
  }

  async compare(file: string): Promise<void> {
    await vscode.commands.executeCommand("workbench.files.action.compareWithSaved", vscode.Uri.file(file));
  }

  async save(paths: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(paths);
    const saved = await Promise.all(
      findUnsaved().flatMap((document) => (wanted.has(document.uri.fsPath) ? [save(document)] : [])),
    );
    return saved.filter((file) => file !== undefined);
  }
}

/**
 * Returns the dirty files among these: for each the paths under which they are open, which differ where a workspace
 * folder is a link to another one or lies behind one.
 */
export async function findUnsavedOf(paths: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const unsaved = new Map<string, readonly string[]>();
  for (const opened of new Set(findUnsaved().map(({ uri }) => uri.fsPath))) {
    const real = isOnOtherMachine(opened) ? opened : await resolveRealPath(opened);
    for (const file of paths) {
      if (
        file !== opened &&
        (path.basename(file) !== path.basename(real) ||
          isOnOtherMachine(file) ||
          (await resolveRealPath(file)) !== real)
      )
        continue;
      unsaved.set(file, [...(unsaved.get(file) ?? []), opened]);
    }
  }
  return unsaved;
}

type Document = vscode.TextDocument | vscode.NotebookDocument;

/** Returns the dirty files. A cell of a notebook is a document too, but has another scheme. */
function findUnsaved(): readonly Document[] {
  const { textDocuments, notebookDocuments } = vscode.workspace;
  return [...textDocuments, ...notebookDocuments].filter(({ isDirty, uri }) => isDirty && uri.scheme === "file");
}

/** Saves a document. Returns its path if it could not be saved, else undefined. */
async function save(document: Document): Promise<string | undefined> {
  try {
    return (await document.save()) ? undefined : document.uri.fsPath;
  } catch {
    return document.uri.fsPath;
  }
}

function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative);
}
