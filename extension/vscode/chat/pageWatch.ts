import type * as vscode from "vscode";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { PageAnswers } from "./pageAnswers.ts";
import { PageStart, type PageStartOptions } from "./pageStart.ts";

export interface PageWatchOptions extends Pick<PageStartOptions, "reachWindow" | "onDidChange"> {
  readonly view: Pick<vscode.WebviewView | vscode.WebviewPanel, "visible" | "webview">;
  readonly clock: Clock;
  /** Message to which a running page answers at once. */
  readonly question: object;
  /** Returns whether the page has what it shows. */
  readonly isReady: () => boolean;
}

/** Watches the page of a webview: whether it starts, takes messages, and answers while it is visible. */
export class PageWatch implements Disposable {
  readonly #store = new DisposableStore();
  readonly #webview: vscode.Webview;
  readonly #answers: PageAnswers;
  readonly #start: PageStart;
  #hasFailed = false;
  #isDisposed = false;

  constructor({ view, clock, question, isReady, ...options }: PageWatchOptions) {
    this.#webview = view.webview;
    // The editor reports messages even after it has closed the view, which then has no visibility.
    const isVisible = (): boolean => !this.#isDisposed && view.visible;
    this.#answers = this.#store.add(
      new PageAnswers({
        clock,
        isVisible,
        ask: () => view.webview.postMessage(question),
        onDidChange: () => this.#start.follow(),
      }),
    );
    const answers = this.#answers;
    this.#start = this.#store.add(
      new PageStart({
        ...options,
        clock,
        isVisible,
        isReady: () => isReady() && answers.isRunning && !this.#hasFailed && !answers.isMissing,
        isMissing: () => answers.isMissing,
      }),
    );
  }

  /** True while the page could not start as far as is known, or is gone. */
  get isLate(): boolean {
    return this.#start.isLate;
  }

  /** Updates the watch after the visibility changed. */
  follow(): void {
    this.#answers.follow();
    this.#start.follow();
  }

  /** Posts a message to the page. Resolves once the page has taken it. */
  post(message: object): Thenable<boolean> {
    const posted = this.#webview.postMessage(message);
    this.#answers.posted(posted);
    return posted;
  }

  /** Records that the page said something. */
  heard(): void {
    this.#answers.heard();
  }

  /** Records that a new document has started. */
  started(): void {
    this.#hasFailed = false;
    this.#answers.started();
  }

  /** Records that the script of the page runs. */
  runs(): void {
    this.#answers.runs();
  }

  /** Records that the page cannot start. */
  failed(): void {
    this.#hasFailed = true;
    this.#start.fail();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#store.dispose();
  }
}
