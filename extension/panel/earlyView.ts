import type * as vscode from "vscode";
import { getErrorMessage } from "../base/failure.ts";
import { panelText } from "../text/panel.ts";

export const chatViewId = "tandem.chat";

/** A page that has said nothing by then is not waited for. */
const longestMs = 1_000;

/** Fills the chat's view; `received` is what its page has said until now. */
export type ShowChat = (view: vscode.WebviewView, received: readonly unknown[]) => void;

/**
 * The chat's view before the extension is loaded: its document, in which one can write already, goes first, since what is loaded
 * meanwhile would hold it up: messages leave this process once it has nothing to do.
 */
export class EarlyView implements vscode.WebviewViewProvider {
  readonly #draw: (webview: vscode.Webview) => void;
  readonly #load: () => Promise<ShowChat>;
  #isOpening = false;

  /** `draw`: shows the document; `load`: everything else, tried anew each time. */
  constructor(draw: (webview: vscode.Webview) => void, load: () => Promise<ShowChat>) {
    this.#draw = draw;
    this.#load = load;
  }

  /** Whether everything will be loaded for the view. */
  get isOpening(): boolean {
    return this.#isOpening;
  }

  /**
   * Resolves once the chat is shown, or its document says why it is not; what is typed there stays. Each time that the document comes
   * again, as when the view was hidden, it is tried again. Never rejects: the editor would put a notice of its own in place of the document.
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
      this.#draw(view.webview);
    });
  }
}
