import type * as vscode from "vscode";
import type { StartFailures } from "./startFailures.ts";

export interface EarlyTabsOptions {
  /** Loads what fills a tab. Rejects as often as it is called while the rest of the extension cannot be loaded. */
  readonly load: () => Promise<Pick<vscode.CustomReadonlyEditorProvider, "resolveCustomEditor">>;
  readonly failures: Pick<StartFailures, "showInView" | "watch">;
}

/**
 * The tabs of conversations before the extension is loaded: a tab that an earlier window left open says why its
 * conversation cannot be shown.
 */
export class EarlyTabs implements vscode.CustomReadonlyEditorProvider {
  readonly #options: EarlyTabsOptions;

  constructor(options: EarlyTabsOptions) {
    this.#options = options;
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose() {} };
  }

  /**
   * Resolves once the conversation, or the reason, is shown. Never rejects: the editor would show its own notice in the
   * tab.
   */
  async resolveCustomEditor(
    document: vscode.CustomDocument,
    tab: vscode.WebviewPanel,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const { load, failures } = this.#options;
    let isBroken = false;
    let isGone = false;
    const show = async (): Promise<void> => {
      try {
        const tabs = await load();
        if (isGone) return;
        isBroken = false;
        await tabs.resolveCustomEditor(document, tab, token);
      } catch (error) {
        isBroken = true;
        if (!isGone) failures.showInView(tab.webview, error);
      }
    };
    const watching = failures.watch({ isBroken: () => isBroken, retry: show });
    tab.onDidDispose(() => {
      isGone = true;
      watching.dispose();
    });
    await show();
  }
}
