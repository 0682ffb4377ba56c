import * as vscode from "vscode";
import type { HunkRange } from "../../core/review/hunkRanges.ts";
import { reviewText } from "../../shared/text/changes/review.ts";
import { editorText } from "../../shared/text/editor.ts";

/**
 * Shows a mark at the first line of each hunk, whose hover accepts or rejects the hunk: code lenses are off in a diff
 * unless the user enables them for all diffs (`hunkLenses.ts`), and extensions cannot use the toolbars at hunks.
 */
export class HunkMarks implements vscode.Disposable {
  readonly #type = vscode.window.createTextEditorDecorationType({
    after: { margin: "0 0 0 2em", color: new vscode.ThemeColor("editorCodeLens.foreground") },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });

  show(editor: vscode.TextEditor, places: readonly HunkRange[]): void {
    const marks = places.map(({ at, isAccepted }, index): vscode.DecorationOptions => {
      const line = editor.document.lineAt(Math.min(at, editor.document.lineCount - 1));
      // The link contains the document, because the diff of the mark is not always the active editor.
      const named = encodeURIComponent(JSON.stringify([index, editor.document.uri.toString()]));
      const link = (command: string, label: string): string => `[${label}](command:tandem.review.${command}?${named})`;
      const what = reviewText.hunk(index + 1, places.length);
      const hover = new vscode.MarkdownString(
        `${what} · ${link("acceptHunk", editorText.accept())} · ${link("rejectHunk", editorText.reject())}`,
      );
      hover.isTrusted = { enabledCommands: ["tandem.review.acceptHunk", "tandem.review.rejectHunk"] };
      const contentText = isAccepted ? what : editorText.rejectedHunk(what);
      return { range: line.range, hoverMessage: hover, renderOptions: { after: { contentText } } };
    });
    editor.setDecorations(this.#type, marks);
  }

  dispose(): void {
    this.#type.dispose();
  }
}
