import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import type { ChangesView, FileComparison } from "../../conversations/requests/reviewPorts.ts";
import { toLabelText } from "../dialogs/plainText.ts";

/** Scheme of texts that do not exist on disk: a file before its changes, or with changes that are not written. */
const textScheme = "tandem-changes";

/** Shows all changes of a conversation in the editor's multi-file diff, and the changes of one file in a diff. */
export class EditorChanges implements ChangesView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #texts = new Map<string, { readonly text: string; readonly isBefore: boolean }>();
  /** Titles with which the multi-file diff was opened. */
  readonly #names = new Set<string>();
  #isInFront = false;
  #count = 0;

  constructor() {
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(textScheme, { provideTextDocumentContent: (uri) => this.#texts.get(uri.toString())?.text ?? "" }),
    );
    // Diffs that an ended window left open have no texts any more.
    void vscode.window.tabGroups.close(orphans(), true);
    this.#store.add(vscode.window.tabGroups.onDidChangeTabs(() => this.#noteFront()));
    this.#store.add(vscode.window.tabGroups.onDidChangeTabGroups(() => this.#noteFront()));
    // A text is kept as long as the document that shows it is open.
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#texts.delete(uri.toString())));
  }

  get cursor(): ChangesView["cursor"] {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return undefined;
    const { uri } = editor.document;
    // A line of another text, such as one that is not written yet, does not belong to the file.
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

  /** Returns the URIs of both sides; undefined for a side on which the file does not exist. */
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

  /** Updates the context key of the actions in the title bar of this editor; without it they would appear in every multi-file diff. */
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

/**
 * Returns true for the tab of a multi-file diff. The API does not export the class of its input, so it is recognized by `textDiffs` (VS Code 1.106 to
 * 1.139).
 */
function isMultiDiff({ input }: vscode.Tab): boolean {
  return typeof input === "object" && input !== null && "textDiffs" in input;
}

function orphans(): vscode.Tab[] {
  const isOurs = (uri: vscode.Uri): boolean => uri.scheme === textScheme;
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && (isOurs(input.original) || isOurs(input.modified)));
}
