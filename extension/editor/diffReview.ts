import path from "node:path";
import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import type { Proposal } from "../review/proposal.ts";

/** Scheme of the virtual documents on both sides of a proposal's diff. */
const scheme = "tandem-proposal";

/**
 * Shows proposals in the editor's own diff, in one reused preview tab that does not take focus from
 * the panel. Closing the tab decides nothing.
 */
export class DiffReview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #texts = new Map<string, string>();
  #shown: string | undefined;

  constructor() {
    this.#store.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.scheme === scheme) this.#texts.delete(document.uri.toString());
      }),
    );
  }

  /** The request whose diff was opened last, as long as its tab is open. */
  get shownRequest(): string | undefined {
    return this.#tabs().length > 0 ? this.#shown : undefined;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  /** Opens the diff: the file as it is on the left, as it would be on the right. */
  async open(requestId: string, proposal: Proposal): Promise<void> {
    await this.close();
    const name = path.basename(proposal.path);
    const side = (which: string, text: string): vscode.Uri => {
      // The file's own name at the end gives the document its language.
      const uri = vscode.Uri.from({ scheme, path: `/${requestId}/${which}/${name}` });
      this.#texts.set(uri.toString(), text);
      return uri;
    };
    this.#shown = requestId;
    const title = proposal.before === undefined ? `${name} (new, proposed)` : `${name} (proposed)`;
    const options: vscode.TextDocumentShowOptions = { preview: true, preserveFocus: true };
    await vscode.commands.executeCommand("vscode.diff", side("current", proposal.before ?? ""), side("proposed", proposal.after), title, options);
    await vscode.commands.executeCommand("setContext", "tandem.isReviewOpen", true);
  }

  /** Closes the diff of `requestId`, or whichever is open. */
  async close(requestId?: string): Promise<void> {
    if (requestId !== undefined && requestId !== this.#shown) return;
    const tabs = this.#tabs();
    this.#shown = undefined;
    if (tabs.length === 0) return;
    await vscode.commands.executeCommand("setContext", "tandem.isReviewOpen", false);
    await vscode.window.tabGroups.close(tabs, true);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #tabs(): vscode.Tab[] {
    return vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.scheme === scheme);
  }
}
