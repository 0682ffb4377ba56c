import path from "node:path";
import * as vscode from "vscode";
import type { NotebookView } from "../../core/conversations/requests/reviewPorts.ts";
import type { NotebookChange } from "../../core/review/notebook.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import { escapePath } from "../../shared/base/invisible.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import { editorText } from "../../shared/text/editor.ts";
import { MemoryFiles } from "../files/memoryFiles.ts";

/**
 * Scheme of notebooks that do not exist on disk. They need a file system provider, because notebook editors read files;
 * text editors accept documents.
 */
const notebookScheme = "tandem-notebook";

/**
 * Shows a notebook before and after a change in the editor's notebook diff, cell by cell; as text if the editor has no
 * notebook diff.
 */
export class NotebookDiffs implements NotebookView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #files = new MemoryFiles();
  readonly #shown = new Map<ConversationId, readonly vscode.Uri[]>();
  #count = 0;

  constructor() {
    this.#store.add(this.#files);
    this.#store.add(
      vscode.workspace.registerFileSystemProvider(notebookScheme, this.#files, {
        isReadonly: true,
        isCaseSensitive: true,
      }),
    );
    // Diffs that an ended window left open have no files anymore.
    void vscode.window.tabGroups.close(
      getTabs((uri) => uri.scheme === notebookScheme),
      true,
    );
  }

  async open(conversation: ConversationId, { path: file, before, after, file: whole }: NotebookChange): Promise<void> {
    const sides = this.#sides(file, whole.before, whole.after);
    const isShown = await this.#open(conversation, file, sides);
    if (!isShown || findTabs(sides).some(({ input }) => input instanceof vscode.TabInputNotebookDiff)) return;
    await this.#open(conversation, file, this.#sides(`${file}.txt`, before ?? "", after));
  }

  async close(conversation: ConversationId): Promise<void> {
    const gone = this.#shown.get(conversation);
    this.#shown.delete(conversation);
    await this.#close(gone);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Opens a diff. Returns false if it was closed or replaced by another one before it was open. */
  async #open(conversation: ConversationId, file: string, sides: readonly [vscode.Uri, vscode.Uri]): Promise<boolean> {
    const last = this.#shown.get(conversation);
    this.#shown.set(conversation, sides);
    await this.#close(last);
    const title = editorText.proposed(escapePath(path.basename(file)));
    await vscode.commands.executeCommand("vscode.diff", ...sides, title, { preview: true });
    if (this.#shown.get(conversation) === sides) return true;
    await this.#close(sides);
    return false;
  }

  async #close(sides: readonly vscode.Uri[] = []): Promise<void> {
    const tabs = findTabs(sides);
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
    for (const uri of sides) this.#files.delete(uri);
  }

  #sides(file: string, before: string, after: string): readonly [vscode.Uri, vscode.Uri] {
    const side = (text: string): vscode.Uri => {
      const uri = vscode.Uri.file(file).with({ scheme: notebookScheme, query: String(this.#count++) });
      this.#files.set(uri, text);
      return uri;
    };
    return [side(before), side(after)];
  }
}

/** Returns the tabs whose right side is one of `sides`. */
function findTabs(sides: readonly vscode.Uri[]): vscode.Tab[] {
  const names = sides.map(String);
  return getTabs((uri) => names.includes(uri.toString()));
}

/** Returns the tabs of diffs whose right side matches. */
function getTabs(isMeant: (modified: vscode.Uri) => boolean): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) =>
        (input instanceof vscode.TabInputNotebookDiff || input instanceof vscode.TabInputTextDiff) &&
        isMeant(input.modified),
    );
}
