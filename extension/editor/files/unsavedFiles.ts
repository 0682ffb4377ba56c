import path from "node:path";
import * as vscode from "vscode";
import type { UnsavedEditors } from "../../conversations/requests/reviewPorts.ts";
import type { UnsavedFiles } from "../../session/ports.ts";
import type { ValidatedSettings } from "../settings/settings.ts";

/** Files that are open and changed in this window's editors. */
export class OpenEditors implements UnsavedFiles, UnsavedEditors {
  readonly #settings: ValidatedSettings;

  constructor(settings: ValidatedSettings) {
    this.#settings = settings;
  }

  autosave(folder: string): ReturnType<UnsavedFiles["autosave"]> {
    return this.#settings.read("autosave", "always", folder);
  }

  list(folder: string): readonly string[] {
    const roots = [folder, ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)];
    return unsaved()
      .map(({ uri }) => uri.fsPath)
      .filter((file) => roots.some((root) => isWithin(file, root)));
  }

  async compare(file: string): Promise<void> {
    await vscode.commands.executeCommand("workbench.files.action.compareWithSaved", vscode.Uri.file(file));
  }

  async save(paths: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(paths);
    const saved = await Promise.all(unsaved().flatMap((document) => (wanted.has(document.uri.fsPath) ? [save(document)] : [])));
    return saved.filter((file) => file !== undefined);
  }
}

type Document = vscode.TextDocument | vscode.NotebookDocument;

/** A cell of a notebook is a document too, of a scheme of its own. */
function unsaved(): readonly Document[] {
  const { textDocuments, notebookDocuments } = vscode.workspace;
  return [...textDocuments, ...notebookDocuments].filter(({ isDirty, uri }) => isDirty && uri.scheme === "file");
}

/** The path of a document that could not be saved. */
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
