import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { toRelativePath } from "../../core/conversation/tools/relativePath.ts";
import { createTextContent } from "../../core/conversations/composer/mentions/mentions.ts";
import type { SelectionReader } from "../../core/conversations/composer/submitAction.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import { isSecretPath } from "../../shared/base/secretNames.ts";
import type { AttachmentContent } from "../../shared/contract/composer/attachments.ts";
import { type EditorSelection, formatLineRange } from "../../shared/contract/composer/suggestions.ts";
import { draftScheme } from "../files/draftDocuments.ts";

/** Delay between the last change of the selection and its event, in milliseconds. */
const restMs = 80;

/**
 * The selection of the active text editor, or of the last active one while a panel has the focus. Several count as one,
 * with "…" between their texts.
 */
export class SelectedText implements SelectionReader, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #editor: vscode.TextEditor | undefined = vscode.window.activeTextEditor;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#store.add(this.#changed);
    this.#store.add(
      vscode.window.onDidChangeTextEditorSelection(
        ({ textEditor }) => textEditor === vscode.window.activeTextEditor && this.#tell(textEditor),
      ),
    );
    this.#store.add(vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.#tell(editor)));
    this.#store.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#tell(this.#editor)));
    this.#store.add({ dispose: () => clearTimeout(this.#timer) });
  }

  of(folder: string): EditorSelection | undefined {
    const selected = this.#selected;
    const all = selected ? getSelections(selected) : [];
    const [first, last] = [all[0], all.at(-1)];
    if (!selected || !first || !last) return undefined;
    const { document } = selected;
    return {
      path: describe(document, folder),
      ...getSelectedLines(new vscode.Range(first.start, last.end)),
      ...(isSecretFile(document.uri) ? { isSecret: true } : {}),
      ...(document.uri.scheme === "file" ? {} : { isTextOnly: true }),
    };
  }

  read(folder: string): AttachmentContent | undefined {
    const selected = this.#selected;
    const shown = this.of(folder);
    if (!selected || !shown) return undefined;
    const texts = getSelections(selected).map((each) => selected.document.getText(each));
    return createTextContent(shown.path + formatLineRange(shown), texts.join("\n…\n"));
  }

  dispose(): void {
    this.#store.dispose();
  }

  get #selected(): vscode.TextEditor | undefined {
    const editor = this.#editor;
    const isThere =
      editor &&
      vscode.window.visibleTextEditors.includes(editor) &&
      editor.document.uri.scheme !== draftScheme &&
      getSelections(editor).length > 0;
    return isThere ? editor : undefined;
  }

  #tell(editor: vscode.TextEditor | undefined): void {
    this.#editor = editor;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed.fire(), restMs);
  }
}

/** Returns the selections of an editor that have text, in the order of the text. */
function getSelections({ selections }: vscode.TextEditor): readonly vscode.Selection[] {
  return selections.filter(({ isEmpty }) => !isEmpty).sort((one, other) => one.start.compareTo(other.start));
}

/**
 * Returns the 1-based lines of a selection. A selection that ends before the first character of a line does not include
 * that line.
 */
export function getSelectedLines({ start, end }: vscode.Range): { readonly first: number; readonly last: number } {
  return { first: start.line + 1, last: end.character === 0 && end.line > start.line ? end.line : end.line + 1 };
}

/** Returns the path of a file, or a name that tells what else the document is. */
function describe({ uri, isUntitled }: vscode.TextDocument, folder: string): string {
  if (uri.scheme === "file") return toRelativePath(uri.fsPath, folder);
  const name = path.posix.basename(uri.path);
  if (isUntitled) return name;
  const notebook = vscode.workspace.notebookDocuments.find((each) =>
    each.getCells().some((cell) => cell.document.uri.toString() === uri.toString()),
  );
  const cell = notebook?.getCells().findIndex((each) => each.document.uri.toString() === uri.toString());
  return cell === undefined
    ? `${name} (${uri.scheme.replace(/^tandem-/, "")})`
    : `${toRelativePath(uri.fsPath, folder)} (cell ${cell + 1})`;
}

/** Returns true if the path of the document, or of the file that it links to, is that of a secret file. */
function isSecretFile({ scheme, path: named, fsPath }: vscode.Uri): boolean {
  if (isSecretPath(named)) return true;
  try {
    return scheme === "file" && isSecretPath(fs.realpathSync(fsPath));
  } catch {
    return false;
  }
}
