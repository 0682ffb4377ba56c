import path from "node:path";
import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import type { DiffView, ShownRequest } from "../conversations/ports.ts";
import type { FileChange } from "../review/changeSet.ts";

/** Scheme of the virtual documents on both sides of a proposal's diff. */
const scheme = "tandem-proposal";

/**
 * Shows proposals in the editor's own diff, in one reused preview tab that does not take focus from
 * the panel. Closing the tab decides nothing.
 */
export class DiffReview implements DiffView, vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #texts = new Map<string, string>();
  #shown: ShownRequest | undefined;

  constructor() {
    this.#store.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.scheme === scheme) this.#texts.delete(document.uri.toString());
      }),
    );
  }

  get openRequest(): ShownRequest | undefined {
    return this.#tabs().length > 0 ? this.#shown : undefined;
  }

  get shownRequest(): ShownRequest | undefined {
    return this.#tabs().some((tab) => tab.isActive) ? this.#shown : undefined;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  /** Opens the diff: the file as it is on the left, as it would be on the right. */
  async open({ id, revision }: ShownRequest, change: FileChange): Promise<void> {
    await this.#close();
    const name = path.basename(change.path);
    const side = (which: string, text: string): vscode.Uri => {
      // The file's own name at the end gives the document its language.
      const uri = vscode.Uri.from({ scheme, path: `/${id}/${revision}/${which}/${name}` });
      this.#texts.set(uri.toString(), text);
      return uri;
    };
    this.#shown = { id, revision };
    const title = change.before === undefined ? t("{0} (new, proposed)", name) : t("{0} (proposed)", name);
    const options: vscode.TextDocumentShowOptions = { preview: true, preserveFocus: true };
    await vscode.commands.executeCommand("vscode.diff", side("current", change.before ?? ""), side("proposed", change.after), title, options);
  }

  async close(requestId: string): Promise<void> {
    if (requestId === this.#shown?.id) await this.#close();
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #close(): Promise<void> {
    const tabs = this.#tabs();
    this.#shown = undefined;
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  #tabs(): vscode.Tab[] {
    return vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.scheme === scheme);
  }
}
