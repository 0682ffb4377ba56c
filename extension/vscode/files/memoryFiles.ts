import * as vscode from "vscode";

/**
 * Size of every file for the editor, which refuses to save a document whose file is newer and has another size. Such a
 * document stays dirty, so that the editor asks before it closes the tab.
 */
const size = 1;

/**
 * An in-memory file system for documents that the user can edit. Its documents are saved at once, so that a tab never
 * asks to save; the authoritative text is kept with the request or draft.
 */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly #files = new Map<string, { bytes: Uint8Array; mtime: number }>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** Deleted files whose documents are still open: the editor may still be saving them. */
  readonly #left = new Set<string>();
  readonly #closing = vscode.workspace.onDidCloseTextDocument(
    ({ uri }) => this.#left.delete(uri.toString()) && this.#files.delete(uri.toString()),
  );
  #time = Date.now();

  /** Sets the content of a file. An editor that shows the file without unsaved changes shows the new content. */
  set(uri: vscode.Uri, content: string | Uint8Array): void {
    const isNew = !this.#files.has(uri.toString());
    this.#left.delete(uri.toString());
    // Each change gets a unique time, because the editor detects changes by the modification time.
    this.#files.set(uri.toString(), {
      bytes: typeof content === "string" ? Buffer.from(content, "utf8") : content,
      mtime: ++this.#time,
    });
    this.#changed.fire([{ type: isNew ? vscode.FileChangeType.Created : vscode.FileChangeType.Changed, uri }]);
  }

  /**
   * Deletes a file. If its document is open, deletes it when the document closes; otherwise a save in progress would
   * fail.
   */
  delete(uri: vscode.Uri): void {
    const key = uri.toString();
    if (vscode.workspace.textDocuments.some((document) => document.uri.toString() === key)) this.#left.add(key);
    else this.#files.delete(key);
  }

  dispose(): void {
    this.#closing.dispose();
    this.#changed.dispose();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { mtime } = this.#get(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size };
  }

  // regular: in memory
  readFile(uri: vscode.Uri): Uint8Array {
    return this.#get(uri).bytes;
  }

  // regular: in memory
  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    this.#get(uri);
    this.#files.set(uri.toString(), { bytes, mtime: ++this.#time });
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  #get(uri: vscode.Uri): { bytes: Uint8Array; mtime: number } {
    const file = this.#files.get(uri.toString());
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }
}

/**
 * Saves an in-memory document as it is, so that its tab never asks to save. Only the active editor can be saved without
 * formatting and trimming.
 */
export function saveUnchanged(document: vscode.TextDocument): void {
  if (document.isDirty && vscode.window.activeTextEditor?.document === document)
    void vscode.commands.executeCommand("workbench.action.files.saveWithoutFormatting");
}

/**
 * Closes tabs of an in-memory document. Saves it first: the editor asks before it closes a tab with unsaved changes.
 */
export async function closeTabs(tabs: readonly vscode.Tab[], uri: vscode.Uri): Promise<void> {
  if (tabs.length === 0) return;
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (document?.isDirty) await document.save();
  await vscode.window.tabGroups.close(tabs, true);
}

/**
 * Replaces the text of an in-memory document. A document without unsaved changes reloads its file; a dirty document is
 * edited.
 */
export function replaceText(files: MemoryFiles, uri: vscode.Uri, text: string): void {
  files.set(uri, text);
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (!document?.isDirty) return;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  void vscode.workspace.applyEdit(edit);
}
