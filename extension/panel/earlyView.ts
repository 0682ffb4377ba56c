import type * as vscode from "vscode";
import { messageOf } from "../base/failure.ts";
import { panelText } from "../text/panel.ts";
import { noticeHtml, showDocument } from "./html.ts";

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
  readonly #extension: vscode.Uri;
  readonly #load: () => Promise<ShowChat>;
  #isOpening = false;

  constructor(extension: vscode.Uri, load: () => Promise<ShowChat>) {
    this.#extension = extension;
    this.#load = load;
  }

  /** Whether everything will be loaded for the view. */
  get isOpening(): boolean {
    return this.#isOpening;
  }

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    this.#isOpening = true;
    const received: unknown[] = [];
    let isGone = false;
    const closing = view.onDidDispose(() => {
      isGone = true;
    });
    let timer: NodeJS.Timeout | undefined;
    let listening: vscode.Disposable | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestMs);
      listening = view.webview.onDidReceiveMessage((message) => {
        received.push(message);
        resolve();
      });
      showDocument(view.webview, this.#extension, "side");
    });
    clearTimeout(timer);
    try {
      const show = await this.#load();
      if (!isGone) show(view, received);
    } catch (error) {
      if (!isGone) view.webview.html = noticeHtml(panelText.loadFailed(messageOf(error)));
      throw error;
    } finally {
      listening?.dispose();
      closing.dispose();
    }
  }
}
