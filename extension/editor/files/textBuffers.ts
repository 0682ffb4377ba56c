import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import type { DiskContent, EditorBuffer, EditorBuffers } from "../../conversations/files/bufferPorts.ts";
import { isFile, isOnOtherMachine } from "./diskPaths.ts";

/** Files that are compared at most, and characters of a file. */
const maxFiles = 200;
const maxLength = 5_000_000;

type Document = vscode.TextDocument | vscode.NotebookDocument;

/** What the editor's own documents hold of files. */
export class TextBuffers implements EditorBuffers, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #dirty = new Set<string>();
  readonly #changed = this.#store.add(new vscode.EventEmitter<string>());
  readonly onDidChangeDirty = this.#changed.event;

  constructor() {
    const { workspace } = vscode;
    this.#store.add(workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
    this.#store.add(workspace.onDidSaveTextDocument((document) => this.#follow(document)));
    this.#store.add(workspace.onDidCloseTextDocument((document) => this.#follow(document)));
    for (const document of workspace.textDocuments) if (isOurs(document) && document.isDirty) this.#dirty.add(document.uri.fsPath);
  }

  get paths(): readonly string[] {
    return [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments]
      .filter(isOurs)
      .slice(0, maxFiles)
      .map(({ uri }) => uri.fsPath);
  }

  get(path: string): EditorBuffer | undefined {
    const document = getDocument(path);
    return document && { isDirty: document.isDirty, text: "getText" in document ? textOf(document) : undefined };
  }

  async readSaved(path: string): Promise<DiskContent | undefined> {
    const document = getDocument(path);
    if (!document) return undefined;
    try {
      if (!(await isFile(path, ""))) return undefined;
      const bytes = await vscode.workspace.fs.readFile(document.uri);
      const encoding = "encoding" in document ? document.encoding : "utf8";
      return { text: withLineFeeds(await vscode.workspace.decode(bytes, { encoding })), size: bytes.length };
    } catch {
      return undefined;
    }
  }

  /**
   * The editor reads a document again when it is opened in another encoding, and only then (1.139): opened as it is, it stays what it
   * was, and its command to revert works on what is in front. A dash more names the same encoding. It refuses this for unsaved changes.
   */
  async reload(path: string): Promise<void> {
    const document = vscode.workspace.textDocuments.find((each) => isOurs(each) && each.uri.toString() === vscode.Uri.file(path).toString());
    if (!document || document.isDirty) return;
    const { encoding, uri } = document;
    const same = encoding === "utf8bom" ? "utf8" : `${encoding}-`;
    for (const name of [same, encoding]) await Promise.resolve(vscode.workspace.openTextDocument(uri, { encoding: name })).catch(() => {});
  }

  async rebase(path: string, merge: (saved: string) => string): Promise<boolean> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    await vscode.window.showTextDocument(document, { preview: false });
    // The command reverts what is in front.
    if (vscode.window.activeTextEditor?.document !== document) return false;
    await vscode.commands.executeCommand("workbench.action.files.revert");
    if (document.isDirty) return false;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, getWhole(document), merge(withLineFeeds(document.getText())));
    return vscode.workspace.applyEdit(edit);
  }

  async compare(path: string): Promise<void> {
    const document = getDocument(path);
    if (document && !("getText" in document)) await vscode.window.showNotebookDocument(document);
    else await vscode.commands.executeCommand("workbench.files.action.compareWithSaved", vscode.Uri.file(path));
  }

  refusesConflicts(path: string): boolean {
    return vscode.workspace.getConfiguration("files", vscode.Uri.file(path)).get("saveConflictResolution") !== "overwriteFileOnDisk";
  }

  onWillSave(textFor: (path: string) => Promise<string | undefined> | undefined): vscode.Disposable {
    return vscode.workspace.onWillSaveTextDocument((event) => {
      const { document } = event;
      const text = isOurs(document) ? textFor(document.uri.fsPath) : undefined;
      if (text) event.waitUntil(text.then((wanted) => (wanted === undefined ? [] : [vscode.TextEdit.replace(getWhole(document), wanted)])));
    });
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow(document: Document): void {
    if (!isOurs(document)) return;
    const path = document.uri.fsPath;
    const isDirty = document.isDirty && !document.isClosed;
    if (isDirty === this.#dirty.has(path)) return;
    if (isDirty) this.#dirty.add(path);
    else this.#dirty.delete(path);
    this.#changed.fire(path);
  }
}

const isOurs = ({ uri, isClosed }: Document): boolean => uri.scheme === "file" && !isClosed && !isOnOtherMachine(uri.fsPath);

function getDocument(path: string): Document | undefined {
  // The editor writes a drive letter in its own way.
  const name = vscode.Uri.file(path).toString();
  return [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments].find((each) => isOurs(each) && each.uri.toString() === name);
}

function textOf(document: vscode.TextDocument): string | undefined {
  const text = document.getText();
  return text.length > maxLength ? undefined : withLineFeeds(text);
}

/** A document has one kind of line end, and takes over any. */
const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, "\n");

const getWhole = (document: vscode.TextDocument): vscode.Range => new vscode.Range(0, 0, document.lineCount, 0);
