import type * as vscode from "vscode";
import type { StartFailures } from "./startFailures.ts";

export const chatViewId = "tandem.chat";

/** Maximum time to wait for the first message of the page, and for it to have its script, in milliseconds. */
const longestMs = 1_000;

/**
 * Fills the view of the chat, whose page may start anew afterwards. `received` contains the messages that its page has
 * sent so far.
 */
export type ShowChat = (view: vscode.WebviewView, received: readonly unknown[]) => ShownChat;

export interface ShownChat {
  /** Returns whether its page did not start. */
  readonly isBroken: () => boolean;
  /** Opens the view again if its page cannot show anything, not even a new document. Returns whether it does. */
  readonly renew: () => boolean;
}

export interface EarlyViewOptions {
  /** Shows the document and resolves once its page has its script. Rejects if the document cannot be made. */
  readonly draw: (webview: vscode.Webview) => Promise<void>;
  /** Loads everything else, which holds up all messages of this process. Called again after each failure. */
  readonly load: () => Promise<ShowChat>;
  readonly failures: Pick<StartFailures, "showInView" | "showInEditor" | "note" | "watch">;
}

/**
 * The view of the chat before the extension is loaded. It sends the document first, in which the user can already type:
 * messages leave this process only when it is idle, so loading the extension first would delay the document.
 */
export class EarlyView implements vscode.WebviewViewProvider {
  readonly #options: EarlyViewOptions;
  #isOpening = false;

  constructor(options: EarlyViewOptions) {
    this.#options = options;
  }

  /** True as soon as the editor has opened the view, which loads the extension. */
  get isOpening(): boolean {
    return this.#isOpening;
  }

  /**
   * Resolves as soon as the chat is shown, or its view shows why it is not; text typed there is kept. When the document
   * loads again, as after the view was hidden, it tries again. Never rejects: the editor would replace the document
   * with its own notice.
   */
  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    this.#isOpening = true;
    const { load, failures } = this.#options;
    const received: unknown[] = [];
    let isLoading = false;
    let isGone = false;
    let shown: ShownChat | undefined;
    await new Promise<void>((resolve) => {
      const fill = async (): Promise<void> => {
        clearTimeout(timer);
        if (isLoading || shown) return;
        isLoading = true;
        let show: ShowChat | undefined;
        try {
          await drawn;
          if (!isGone) show = await load();
          // Also where the document failed: the conversation goes on without it.
          if (!isGone) shown = show?.(view, received);
          if (shown) end();
        } catch (error) {
          // The loaded extension has its own status bar item and trees.
          const cause = show ? failures.note(error) : failures.showInEditor(error);
          if (!isGone) void view.webview.postMessage({ failed: cause });
        }
        isLoading = false;
      };
      const draw = async (): Promise<void> => {
        try {
          await Promise.race([
            this.#options.draw(view.webview),
            new Promise<void>((resolveLate) => setTimeout(resolveLate, longestMs)),
          ]);
        } catch (error) {
          failures.showInView(view.webview, error);
        }
      };
      const retry = (): void => {
        if (shown?.renew()) return;
        // A document that runs keeps what the user typed; only what it waits for failed.
        if (shown || received.length === 0) drawn = draw();
        void drawn.then(fill);
      };
      const watching = failures.watch({ isBroken: () => shown?.isBroken() ?? true, retry });
      const timer = setTimeout(() => resolve(fill()), longestMs);
      const listening = view.webview.onDidReceiveMessage((message) => {
        received.push(message);
        resolve(fill());
      });
      const closing = view.onDidDispose(() => {
        isGone = true;
        watching.dispose();
        closing.dispose();
        end();
        resolve();
      });
      const end = (): void => {
        clearTimeout(timer);
        listening.dispose();
      };
      let drawn = draw();
    });
  }
}
