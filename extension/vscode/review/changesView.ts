import * as vscode from "vscode";
import type { ChangesView, FileComparison, TextSource } from "../../core/conversations/requests/reviewPorts.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import { asText } from "../files/asText.ts";
import { toLabelText } from "../plainText.ts";

/** Scheme of texts that do not exist on disk: a file before its changes, or with changes that are not written. */
const textScheme = "tandem-changes";

type Purpose = "review" | "rewind" | "compare";

/** Shows all changes of a conversation in the editor's multi-file diff, and the changes of one file in a diff. */
export class EditorChanges implements ChangesView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #texts = new Map<string, { readonly text: TextSource; readonly side?: "before" | "after" | undefined }>();
  /** Titles with which the multi-file diff was opened, by purpose. */
  readonly #names = { review: new Set<string>(), rewind: new Set<string>(), compare: new Set<string>() };
  #inFront: Purpose | undefined;
  #count = 0;

  constructor() {
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(textScheme, {
        provideTextDocumentContent: (uri) => {
          const text = this.#texts.get(uri.toString())?.text ?? "";
          return typeof text === "string" ? text : text();
        },
      }),
    );
    // Diffs that an ended window left open have no texts anymore.
    void vscode.window.tabGroups.close(findOrphans(), true);
    this.#store.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        this.#noteFront();
        if (closed.length > 0) this.#release(closed);
      }),
    );
    this.#store.add(vscode.window.tabGroups.onDidChangeTabGroups(() => this.#noteFront()));
    // A text is kept as long as a tab or a document shows it. A tab can close before it has documents.
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#texts.delete(uri.toString())));
  }

  get cursor(): ChangesView["cursor"] {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return undefined;
    const { uri } = editor.document;
    // A line of another text, such as one that is not written yet, does not belong to the file.
    const side = uri.scheme === "file" ? "after" : this.#texts.get(uri.toString())?.side;
    return side && { path: uri.fsPath, line: editor.selection.active.line, side };
  }

  async openAll(title: string, changes: readonly FileComparison[], purpose: Purpose = "review"): Promise<void> {
    const files = changes.map((change) => {
      const [left, right] = this.#sides(change, purpose === "rewind" ? "after" : undefined);
      return [vscode.Uri.file(change.path), left, right];
    });
    const name = toLabelText(title);
    if (purpose === "rewind") await this.closeRewind();
    this.#names[purpose].add(name);
    await vscode.commands.executeCommand("vscode.changes", name, files);
    this.#noteFront();
  }

  async closeRewind(): Promise<void> {
    await vscode.window.tabGroups.close(findTabsOf([...this.#names.rewind]), true);
  }

  async open(title: string, change: FileComparison): Promise<void> {
    const [left, right] = this.#sides(change);
    const name = vscode.workspace.asRelativePath(change.path);
    const label = toLabelText(title === "" ? name : `${name} (${title})`);
    await vscode.commands.executeCommand(
      "vscode.diff",
      left ?? this.#text(change.path, "", "before"),
      right ?? this.#text(change.path, ""),
      label,
      asText({ preview: true }),
    );
  }

  async openText(title: string, path: string, text: TextSource): Promise<void> {
    const label = toLabelText(`${vscode.workspace.asRelativePath(path)} (${title})`);
    await vscode.commands.executeCommand("vscode.open", this.#text(path, text), asText({ preview: true }), label);
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
  #sides({ path, before, after }: FileComparison, side?: "after"): [vscode.Uri | undefined, vscode.Uri | undefined] {
    const left = before === undefined ? undefined : this.#text(path, before, "before");
    switch (after.kind) {
      case "file":
        return [left, vscode.Uri.file(path)];
      case "text":
        return [left, this.#text(path, after.text, side)];
      case "none":
        return [left, undefined];
    }
  }

  /**
   * Updates the context keys of the actions in the title bar of this editor; without them they would appear in every
   * multi-file diff.
   */
  #noteFront(): void {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const isOf = (purpose: Purpose): boolean => tab !== undefined && isTabOf(tab, [...this.#names[purpose]]);
    const inFront = isOf("rewind") ? "rewind" : isOf("review") ? "review" : undefined;
    if (inFront === this.#inFront) return;
    this.#inFront = inFront;
    void vscode.commands.executeCommand("setContext", "tandem.isReviewingChanges", inFront === "review");
    void vscode.commands.executeCommand("setContext", "tandem.isPreviewingRewind", inFront === "rewind");
  }

  /** Drops the texts of closed tabs, unless a tab only moved. */
  #release(closed: readonly vscode.Tab[]): void {
    const shown = new Set(vscode.window.tabGroups.all.flatMap((group) => group.tabs.flatMap(getUris)));
    for (const { uri } of vscode.workspace.textDocuments) shown.add(uri.toString());
    for (const uri of closed.flatMap(getUris)) if (!shown.has(uri)) this.#texts.delete(uri);
  }

  #text(path: string, text: TextSource, side?: "before" | "after"): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: textScheme, query: String(this.#count++) });
    this.#texts.set(uri.toString(), { text, side });
    return uri;
  }
}

/** Input of the tab of a multi-file diff. The API does not export its class. */
interface MultiDiffInput {
  readonly textDiffs: readonly { readonly original?: vscode.Uri; readonly modified?: vscode.Uri }[];
}

/**
 * Returns true for the tab of a multi-file diff. The API does not export the class of its input, so it is recognized by
 * `textDiffs` (VS Code 1.106 to 1.139).
 */
function isMultiDiff({ input }: vscode.Tab): boolean {
  return typeof input === "object" && input !== null && "textDiffs" in input;
}

/** Returns the documents that a tab shows. */
function getUris(tab: vscode.Tab): string[] {
  const { input } = tab;
  if (input instanceof vscode.TabInputText) return [input.uri.toString()];
  const diffs =
    input instanceof vscode.TabInputTextDiff
      ? [input]
      : isMultiDiff(tab)
        ? (input as { readonly textDiffs: readonly DiffSides[] }).textDiffs
        : [];
  return diffs.flatMap(({ original, modified }) =>
    [original, modified].flatMap((uri) => (uri ? [uri.toString()] : [])),
  );
}

interface DiffSides {
  readonly original?: vscode.Uri | undefined;
  readonly modified?: vscode.Uri | undefined;
}

/** Returns true for the tab of a multi-file diff that was opened with one of these titles. */
function isTabOf(tab: vscode.Tab, names: readonly string[]): boolean {
  return isMultiDiff(tab) && names.some((name) => tab.label.startsWith(name));
}

function findTabsOf(names: readonly string[]): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => isTabOf(tab, names));
}

/** Returns the tabs with texts of an ended window: single diffs, multi-file diffs, and texts by themselves. */
function findOrphans(): vscode.Tab[] {
  const isOurs = (uri: vscode.Uri | undefined): boolean => uri?.scheme === textScheme;
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => {
      const { input } = tab;
      if (input instanceof vscode.TabInputText) return isOurs(input.uri);
      const diffs =
        input instanceof vscode.TabInputTextDiff
          ? [input]
          : isMultiDiff(tab)
            ? (input as MultiDiffInput).textDiffs
            : [];
      return diffs.some(({ original, modified }) => isOurs(original) || isOurs(modified));
    });
}
