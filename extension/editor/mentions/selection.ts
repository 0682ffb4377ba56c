import fs from "node:fs";
import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import { isSecretPath } from "../../base/secretNames.ts";
import type { AttachmentContent } from "../../contract/attachments.ts";
import { type EditorSelection, formatLineRange } from "../../contract/suggestions.ts";
import { createTextContent } from "../../conversations/composer/mentions/mentions.ts";
import type { SelectionReader } from "../../conversations/composer/submitAction.ts";
import { toRelativePath } from "../../session/tools/relativePath.ts";

/** A selection that grows is told of once it rests that long, in milliseconds. */
const restMs = 80;

/** What is selected in the text editor in front, or in the one that was before the focus went to a panel. */
export class SelectedText implements SelectionReader, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #editor: vscode.TextEditor | undefined = vscode.window.activeTextEditor;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#store.add(this.#changed);
    this.#store.add(vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => textEditor === vscode.window.activeTextEditor && this.#tell(textEditor)));
    this.#store.add(vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.#tell(editor)));
    this.#store.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#tell(this.#editor)));
    this.#store.add({ dispose: () => clearTimeout(this.#timer) });
  }

  of(folder: string): EditorSelection | undefined {
    const selected = this.#selected;
    if (!selected) return undefined;
    const path = selected.document.uri.fsPath;
    return { path: toRelativePath(path, folder), ...getSelectedLines(selected.selection), ...(isSecretFile(path) ? { isSecret: true } : {}) };
  }

  read(folder: string): AttachmentContent | undefined {
    const selected = this.#selected;
    const shown = this.of(folder);
    if (!selected || !shown) return undefined;
    return createTextContent(shown.path + formatLineRange(shown), selected.document.getText(selected.selection));
  }

  dispose(): void {
    this.#store.dispose();
  }

  get #selected(): vscode.TextEditor | undefined {
    const editor = this.#editor;
    const isThere = editor && vscode.window.visibleTextEditors.includes(editor) && editor.document.uri.scheme === "file" && !editor.selection.isEmpty;
    return isThere ? editor : undefined;
  }

  #tell(editor: vscode.TextEditor | undefined): void {
    this.#editor = editor;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed.fire(), restMs);
  }
}

/** The lines of a selection, counted from 1. One that ends before the first character of a line does not mean that line. */
export function getSelectedLines({ start, end }: vscode.Range): { readonly first: number; readonly last: number } {
  return { first: start.line + 1, last: end.character === 0 && end.line > start.line ? end.line : end.line + 1 };
}

/** By its own name, or by that of the file that it links to. */
function isSecretFile(path: string): boolean {
  if (isSecretPath(path)) return true;
  try {
    return isSecretPath(fs.realpathSync(path));
  } catch {
    return false;
  }
}
