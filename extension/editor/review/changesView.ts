import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import type { ChangesView, FileComparison } from "../../conversations/requests/reviewPorts.ts";
import { toLabelText } from "../dialogs/plainText.ts";

/** Texts that are on no disk: what a file was, and what it would be. */
const textScheme = "tandem-changes";

/** All that a conversation changed in the editor's own multi-file diff, and one file of it in its diff. */
export class EditorChanges implements ChangesView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #texts = new Map<string, { readonly text: string; readonly isBefore: boolean }>();
  /** Names that its editor of all changes had. */
  readonly #names = new Set<string>();
  #isInFront = false;
  #count = 0;

  constructor() {
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(textScheme, { provideTextDocumentContent: (uri) => this.#texts.get(uri.toString())?.text ?? "" }),
    );
    // What a window that is gone left open has no text any more.
    void vscode.window.tabGroups.close(orphans(), true);
    this.#store.add(vscode.window.tabGroups.onDidChangeTabs(() => this.#noteFront()));
    this.#store.add(vscode.window.tabGroups.onDidChangeTabGroups(() => this.#noteFront()));
    // A text lives as long as the document that shows it.
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#texts.delete(uri.toString())));
  }

  get cursor(): ChangesView["cursor"] {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return undefined;
    const { uri } = editor.document;
    // A line of another text, such as one that is not written yet, is none of the file's.
    const isBefore = this.#texts.get(uri.toString())?.isBefore === true;
    if (uri.scheme !== "file" && !isBefore) return undefined;
    return { path: uri.fsPath, line: editor.selection.active.line, side: isBefore ? "before" : "after" };
  }

  async openAll(title: string, changes: readonly FileComparison[]): Promise<void> {
    const files = changes.map((change) => {
      const [left, right] = this.#sides(change);
      return [vscode.Uri.file(change.path), left, right];
    });
    const name = toLabelText(title);
    this.#names.add(name);
    await vscode.commands.executeCommand("vscode.changes", name, files);
    this.#noteFront();
  }

  async open(title: string, change: FileComparison): Promise<void> {
    const [left, right] = this.#sides(change);
    const name = vscode.workspace.asRelativePath(change.path);
    const label = toLabelText(title === "" ? name : `${name} (${title})`);
    await vscode.commands.executeCommand("vscode.diff", left ?? this.#text(change.path, "", true), right ?? this.#text(change.path, ""), label, {
      preview: true,
    });
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
  #sides({ path, before, after }: FileComparison): [vscode.Uri | undefined, vscode.Uri | undefined] {
    const left = before === undefined ? undefined : this.#text(path, before, true);
    switch (after.kind) {
      case "file":
        return [left, vscode.Uri.file(path)];
      case "text":
        return [left, this.#text(path, after.text)];
      case "none":
        return [left, undefined];
    }
  }

  /** Keeps the context of the actions in its title bar: they would stand in the title bar of every editor of this kind. */
  #noteFront(): void {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const isInFront = tab !== undefined && isMultiDiff(tab) && [...this.#names].some((name) => tab.label.startsWith(name));
    if (isInFront === this.#isInFront) return;
    this.#isInFront = isInFront;
    void vscode.commands.executeCommand("setContext", "tandem.isReviewingChanges", isInFront);
  }

  #text(path: string, text: string, isBefore = false): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: textScheme, query: String(this.#count++) });
    this.#texts.set(uri.toString(), { text, isBefore });
    return uri;
  }
}

/** Whether a tab is an editor of several diffs, which the API tells by an input of a class that it does not export (VS Code 1.106 to 1.139). */
function isMultiDiff({ input }: vscode.Tab): boolean {
  return typeof input === "object" && input !== null && "textDiffs" in input;
}

function orphans(): vscode.Tab[] {
  const isOurs = (uri: vscode.Uri): boolean => uri.scheme === textScheme;
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && (isOurs(input.original) || isOurs(input.modified)));
}
