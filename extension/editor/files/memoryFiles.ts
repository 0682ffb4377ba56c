import * as vscode from "vscode";

/**
 * Texts that an editor can change, kept in memory. The editor saves them at once, so that a tab never asks whether it should be
 * saved; what counts is kept with the request.
 */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly #files = new Map<string, { bytes: Uint8Array; mtime: number }>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** Nobody's any more, but an editor may still be saving its document. */
  readonly #left = new Set<string>();
  readonly #closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#left.delete(uri.toString()) && this.#files.delete(uri.toString()));
  #time = Date.now();

  /** Sets what is in a file; an editor that shows it and has nothing unsaved shows the new one. */
  set(uri: vscode.Uri, content: string | Uint8Array): void {
    const isNew = !this.#files.has(uri.toString());
    this.#left.delete(uri.toString());
    // Each change has a time of its own, by which the editor tells that it is one.
    this.#files.set(uri.toString(), { bytes: typeof content === "string" ? Buffer.from(content, "utf8") : content, mtime: ++this.#time });
    this.#changed.fire([{ type: isNew ? vscode.FileChangeType.Created : vscode.FileChangeType.Changed, uri }]);
  }

  /** Lets a file go: one whose document is open when that closes, as a save that is under way would otherwise be told to have failed. */
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
    const { bytes, mtime } = this.#get(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#get(uri).bytes;
  }

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

/** Saves a document of memory as it is, so that its tab never asks. Only of the editor in front a save can leave out what formats and trims. */
export function saveUnchanged(document: vscode.TextDocument): void {
  if (document.isDirty && vscode.window.activeTextEditor?.document === document)
    void vscode.commands.executeCommand("workbench.action.files.saveWithoutFormatting");
}

/** Shows another text in a document of memory: one without unsaved changes shows its file as it is now, another one is edited. */
export function replaceText(files: MemoryFiles, uri: vscode.Uri, text: string): void {
  files.set(uri, text);
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (!document?.isDirty) return;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  void vscode.workspace.applyEdit(edit);
}
