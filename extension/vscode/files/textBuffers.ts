import * as vscode from "vscode";
import type { DiskContent, EditorBuffer, EditorBuffers } from "../../core/conversations/files/bufferPorts.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import { isFile, isOnOtherMachine } from "./diskPaths.ts";

/** Maximum number of files that are compared, and maximum number of characters of a compared file. */
const maxFiles = 200;
const maxLength = 5_000_000;

type Document = vscode.TextDocument | vscode.NotebookDocument;

/** Accesses the editor's open documents of files. */
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
    for (const document of workspace.textDocuments)
      if (isOurs(document) && document.isDirty) this.#dirty.add(document.uri.fsPath);
  }

  get paths(): readonly string[] {
    return [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments]
      .filter(isOurs)
      .slice(0, maxFiles)
      .map(({ uri }) => uri.fsPath);
  }

  get(path: string): EditorBuffer | undefined {
    const document = getDocument(path);
    return document && { isDirty: document.isDirty, text: "getText" in document ? readText(document) : undefined };
  }

  async readSaved(path: string): Promise<DiskContent | undefined> {
    const document = getDocument(path);
    if (!document) return undefined;
    try {
      if (!(await isFile(path, ""))) return undefined;
      // regular: checked above
      const bytes = await vscode.workspace.fs.readFile(document.uri);
      const encoding = "encoding" in document ? document.encoding : "utf8";
      return { text: withLineFeeds(await vscode.workspace.decode(bytes, { encoding })), size: bytes.length };
    } catch {
      return undefined;
    }
  }

  /**
   * Makes the editor read a document from disk again. It does so only if the document is opened with another encoding
   * (VS Code 1.139): the same encoding changes nothing, and the revert command works on the active editor. An added
   * dash names the same encoding. The editor refuses this for unsaved changes.
   */
  async reload(path: string): Promise<void> {
    const document = vscode.workspace.textDocuments.find(
      (each) => isOurs(each) && each.uri.toString() === vscode.Uri.file(path).toString(),
    );
    if (!document || document.isDirty) return;
    const { encoding, uri } = document;
    const same = encoding === "utf8bom" ? "utf8" : `${encoding}-`;
    for (const name of [same, encoding])
      await Promise.resolve(vscode.workspace.openTextDocument(uri, { encoding: name })).catch(() => {});
  }

  async rebase(path: string, merge: (saved: string, mine: string) => string): Promise<boolean> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    await vscode.window.showTextDocument(document, { preview: false });
    // The command reverts the active editor.
    if (vscode.window.activeTextEditor?.document !== document) return false;
    const mine = withLineFeeds(document.getText());
    await vscode.commands.executeCommand("workbench.action.files.revert");
    if (document.isDirty) return false;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, getWhole(document), merge(withLineFeeds(document.getText()), mine));
    return vscode.workspace.applyEdit(edit);
  }

  async compare(path: string): Promise<void> {
    const document = getDocument(path);
    if (document && !("getText" in document)) await vscode.window.showNotebookDocument(document);
    else await vscode.commands.executeCommand("workbench.files.action.compareWithSaved", vscode.Uri.file(path));
  }

  refusesConflicts(path: string): boolean {
    return (
      vscode.workspace.getConfiguration("files", vscode.Uri.file(path)).get("saveConflictResolution") !==
      "overwriteFileOnDisk"
    );
  }

  onWillSave(textFor: (path: string) => Promise<string | undefined> | undefined): vscode.Disposable {
    return vscode.workspace.onWillSaveTextDocument((event) => {
      const { document } = event;
      const text = isOurs(document) ? textFor(document.uri.fsPath) : undefined;
      if (text)
        event.waitUntil(
          text.then((wanted) => (wanted === undefined ? [] : [vscode.TextEdit.replace(getWhole(document), wanted)])),
        );
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

const isOurs = ({ uri, isClosed }: Document): boolean =>
  uri.scheme === "file" && !isClosed && !isOnOtherMachine(uri.fsPath);

function getDocument(path: string): Document | undefined {
  // The URI normalizes the drive letter as the editor does.
  const name = vscode.Uri.file(path).toString();
  return [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments].find(
    (each) => isOurs(each) && each.uri.toString() === name,
  );
}

function readText(document: vscode.TextDocument): string | undefined {
  const text = document.getText();
  return text.length > maxLength ? undefined : withLineFeeds(text);
}

/** Normalizes line ends to LF. A document has one kind of line end and converts inserted text to it. */
const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, "\n");

const getWhole = (document: vscode.TextDocument): vscode.Range => new vscode.Range(0, 0, document.lineCount, 0);
