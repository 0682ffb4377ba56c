import type * as vscode from "vscode";
import { getErrorMessage } from "../base/failure.ts";
import { panelText } from "../text/panel.ts";

export const chatViewId = "tandem.chat";

/** Maximum time to wait for the first message of the page, and for it to have its script, in milliseconds. */
const longestMs = 1_000;

/** Fills the view of the chat. `received` contains the messages that its page has sent so far. */
export type ShowChat = (view: vscode.WebviewView, received: readonly unknown[]) => void;

/**
 * The view of the chat before the extension is loaded. It sends the document first, in which the user can already type: messages leave this process
 * only when it is idle, so loading the extension first would delay the document.
 */
export class EarlyView implements vscode.WebviewViewProvider {
  readonly #draw: (webview: vscode.Webview) => Promise<void>;
  readonly #load: () => Promise<ShowChat>;
  #isOpening = false;

  /**
   * `draw` shows the document and resolves once its page has its script; `load` loads everything else, which holds up all messages of this process,
   * and is called again after each failure.
   */
  constructor(draw: (webview: vscode.Webview) => Promise<void>, load: () => Promise<ShowChat>) {
    this.#draw = draw;
    this.#load = load;
  }

  /** True as soon as the editor has opened the view, which loads the extension. */
  get isOpening(): boolean {
    return this.#isOpening;
  }

  /**
   * Resolves as soon as the chat is shown, or its document shows why it is not; text typed there is kept. When the document loads again, as after the
   * view was hidden, it tries again. Never rejects: the editor would replace the document with its own notice.
   */
  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    this.#isOpening = true;
    const received: unknown[] = [];
    let isLoading = false;
    let isGone = false;
    await new Promise<void>((resolve) => {
      const fill = async (): Promise<void> => {
        clearTimeout(timer);
        if (isLoading) return;
        isLoading = true;
        try {
          await drawn;
          if (isGone) return;
          const show = await this.#load();
          if (isGone) return;
          end();
          show(view, received);
        } catch (error) {
          if (!isGone) void view.webview.postMessage({ failed: panelText.loadFailed(getErrorMessage(error)) });
        }
        isLoading = false;
      };
      const timer = setTimeout(() => resolve(fill()), longestMs);
      const listening = view.webview.onDidReceiveMessage((message) => {
        received.push(message);
        resolve(fill());
      });
      const closing = view.onDidDispose(() => {
        isGone = true;
        end();
        resolve();
      });
      const end = (): void => {
        clearTimeout(timer);
        listening.dispose();
        closing.dispose();
      };
      const elapsed = new Promise<void>((resolveLate) => setTimeout(resolveLate, longestMs));
      const drawn = Promise.race([this.#draw(view.webview), elapsed]);
    });
  }
}
