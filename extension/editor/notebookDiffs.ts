import path from "node:path";
import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import { escapePath } from "../base/invisible.ts";
import type { NotebookView } from "../conversations/reviewPorts.ts";
import type { NotebookChange } from "../review/notebook.ts";
import { MemoryFiles } from "./memoryFiles.ts";

/** Notebooks that are on no disk. An editor of notebooks reads files, where one of texts takes documents. */
const notebookScheme = "tandem-notebook";

/** A notebook before and after in the editor's own diff of notebooks, cell by cell; as text where it has none. */
export class NotebookDiffs implements NotebookView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #files = new MemoryFiles();
  #shown: readonly vscode.Uri[] = [];
  #count = 0;

  constructor() {
    this.#store.add(this.#files);
    this.#store.add(vscode.workspace.registerFileSystemProvider(notebookScheme, this.#files, { isReadonly: true, isCaseSensitive: true }));
    // What a window that is gone left open has no file any more.
    void vscode.window.tabGroups.close(
      tabsOf((uri) => uri.scheme === notebookScheme),
      true,
    );
  }

  async open({ path: file, before, after, file: whole }: NotebookChange): Promise<void> {
    const title = t("{0} (proposed)", escapePath(path.basename(file)));
    await this.#open(title, this.#sides(file, whole.before, whole.after));
    if (this.#tabs().some(({ input }) => input instanceof vscode.TabInputNotebookDiff)) return;
    await this.#open(title, this.#sides(`${file}.txt`, before ?? "", after));
  }

  async close(): Promise<void> {
    const tabs = this.#tabs();
    const gone = this.#shown;
    this.#shown = [];
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
    for (const uri of gone) this.#files.delete(uri);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #open(title: string, sides: readonly [vscode.Uri, vscode.Uri]): Promise<void> {
    await this.close();
    this.#shown = sides;
    await vscode.commands.executeCommand("vscode.diff", ...sides, title, { preview: true });
  }

  #sides(file: string, before: string, after: string): readonly [vscode.Uri, vscode.Uri] {
    const side = (text: string): vscode.Uri => {
      const uri = vscode.Uri.file(file).with({ scheme: notebookScheme, query: String(this.#count++) });
      this.#files.set(uri, text);
      return uri;
    };
    return [side(before), side(after)];
  }

  #tabs(): vscode.Tab[] {
    const shown = this.#shown.map(String);
    return tabsOf((uri) => shown.includes(uri.toString()));
  }
}

/** Tabs of a diff whose right side is meant. */
function tabsOf(isMeant: (modified: vscode.Uri) => boolean): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => (input instanceof vscode.TabInputNotebookDiff || input instanceof vscode.TabInputTextDiff) && isMeant(input.modified));
}
