import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import type { ChangesView, ShownChange } from "../conversations/reviewPorts.ts";
import { inLabel } from "./plainText.ts";

/** Texts that are on no disk: what a file was, and what it would be. */
const textScheme = "tandem-changes";

/** All that a conversation changed in the editor's own multi-file diff, and one file of it in its diff. */
export class EditorChanges implements ChangesView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #texts = new Map<string, string>();
  #count = 0;

  constructor() {
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(textScheme, { provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "" }),
    );
    // What a window that is gone left open has no text any more.
    void vscode.window.tabGroups.close(orphans(), true);
    // A text lives as long as the document that shows it.
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#texts.delete(uri.toString())));
  }

  get cursor(): { path: string; line: number } | undefined {
    const editor = vscode.window.activeTextEditor;
    // A line of another text is none of the file's.
    return editor?.document.uri.scheme !== "file" ? undefined : { path: editor.document.uri.fsPath, line: editor.selection.active.line };
  }

  async openAll(title: string, changes: readonly ShownChange[]): Promise<void> {
    const files = changes.map((change) => {
      const [left, right] = this.#sides(change);
      return [vscode.Uri.file(change.path), left, right];
    });
    await vscode.commands.executeCommand("vscode.changes", inLabel(title), files);
  }

  async open(title: string, change: ShownChange): Promise<void> {
    const [left, right] = this.#sides(change);
    const name = vscode.workspace.asRelativePath(change.path);
    const label = inLabel(title === "" ? name : `${name} (${title})`);
    await vscode.commands.executeCommand("vscode.diff", left ?? this.#text(change.path, ""), right ?? this.#text(change.path, ""), label, { preview: true });
  }

  async openFile(path: string): Promise<void> {
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(path), { preview: true });
  }

  async copy(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Undefined on a side on which there is no file. */
  #sides({ path, before, after }: ShownChange): [vscode.Uri | undefined, vscode.Uri | undefined] {
    const left = before === undefined ? undefined : this.#text(path, before);
    switch (after.kind) {
      case "file":
        return [left, vscode.Uri.file(path)];
      case "text":
        return [left, this.#text(path, after.text)];
      case "none":
        return [left, undefined];
    }
  }

  #text(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: textScheme, query: String(this.#count++) });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}

function orphans(): vscode.Tab[] {
  const isOurs = (uri: vscode.Uri): boolean => uri.scheme === textScheme;
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && (isOurs(input.original) || isOurs(input.modified)));
}
