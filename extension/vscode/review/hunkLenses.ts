import * as vscode from "vscode";
import type { HunkRange } from "../../core/review/hunkRanges.ts";
import { editorText } from "../../shared/text/editor.ts";

/** Accept and reject above each hunk. The editor shows them only if the user's `diffEditor.codeLens` is true. */
export class HunkLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #getHunks: (document: vscode.Uri) => readonly HunkRange[];
  readonly #registration: vscode.Disposable;

  /** `getHunks` returns what is in a document of the scheme; `refresh` must be called when that has changed. */
  constructor(scheme: string, getHunks: (document: vscode.Uri) => readonly HunkRange[]) {
    this.#getHunks = getHunks;
    this.#registration = vscode.languages.registerCodeLensProvider({ scheme }, this);
  }

  refresh(): void {
    this.#changed.fire();
  }

  provideCodeLenses({ uri, lineCount }: vscode.TextDocument): vscode.CodeLens[] {
    return this.#getHunks(uri).flatMap(({ at }, index) => {
      const line = Math.min(at, lineCount - 1);
      const lens = (command: string, title: string): vscode.CodeLens =>
        new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
          command: `tandem.review.${command}`,
          title,
          // The diff of the lens is not always in the active editor.
          arguments: [index, uri.toString()],
        });
      return [lens("acceptHunk", editorText.accept()), lens("rejectHunk", editorText.reject())];
    });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
