import type * as vscode from "vscode";
import type { PageHealth } from "../../core/conversations/lifecycle/pageHealth.ts";
import type { OpenConversation } from "../../core/conversations/openConversation.ts";
import { background } from "../../shared/base/background.ts";
import type { DisposableStore } from "../../shared/base/disposable.ts";
import type { Envelope } from "../../shared/contract/envelope.ts";
import type { ToWebview } from "../../shared/contract/toWebview.ts";
import { ConversationPanel, type ConversationPanelOptions } from "./conversationPanel.ts";
import { PageAnswers } from "./pageAnswers.ts";
import { PageStart } from "./pageStart.ts";
import type { PendingMessages } from "./pendingMessages.ts";

/**
 * Time in milliseconds that a page has to answer after the editor did: over a connection that was cut, all messages
 * arrive at once.
 */
const afterEditorMs = 500;

export interface PanelParts extends Omit<ConversationPanelOptions, "post" | "page"> {
  readonly trouble: PageHealth;
  /** Resolves as soon as the window answers, which it does later than usual while its connection is cut. */
  readonly reachWindow: () => PromiseLike<unknown>;
}

export interface WebviewListeners {
  /** Called when the page is late, or started after all. */
  readonly onLate: () => void;
  /**
   * Called with true if the page neither takes messages nor answers, so that it can show nothing itself, and with false
   * once it does.
   */
  readonly onGone: (isGone: boolean) => void;
}

/** The content of a webview: the panel, and the watch on the start of its page. */
export interface HostedPanel {
  readonly panel: ConversationPanel;
  readonly start: PageStart;
  /** Updates the watch on the page after the visibility changed. */
  readonly follow: () => void;
  /** Resolves as soon as the webview received the last posted message, or never can. */
  readonly whenTaken: () => Promise<void>;
}

/**
 * Shows a conversation in the webview of the side bar or of a tab, as soon as its page is ready. `store` receives
 * everything that this function creates.
 */
export function showInWebview(
  view: vscode.WebviewView | vscode.WebviewPanel,
  open: OpenConversation,
  { trouble, reachWindow, ...parts }: PanelParts,
  {
    pending,
    store,
    onLate,
    onGone,
  }: { readonly pending: PendingMessages; readonly store: DisposableStore } & WebviewListeners,
): HostedPanel {
  const { webview } = view;
  const { clock } = parts;
  let hasFailed = false;
  let isGone = false;
  const setGone = (value: boolean): void => {
    if (isGone === value) return;
    isGone = value;
    onGone(value);
  };
  const answers: PageAnswers = new PageAnswers({
    clock,
    isVisible: () => view.visible,
    ask: () => answers.posted(webview.postMessage({ ping: true })),
    onDidChange: () => start.follow(),
  });
  /** Tells that the page is gone if it still says nothing although the window does. */
  const checkGone = async (): Promise<void> => {
    await reachWindow();
    store.add(clock.after(afterEditorMs, () => setGone(start.isLate && view.visible && answers.isMissing)));
  };
  const start: PageStart = new PageStart({
    clock,
    isVisible: () => view.visible,
    isReady: () => panel.isReady && answers.isRunning && !hasFailed && !answers.isMissing,
    isMissing: () => answers.isMissing,
    onDidChange: (isLate) => {
      trouble.note(isLate);
      onLate();
      if (!isLate) setGone(false);
      else if (answers.isMissing) background(checkGone(), parts.logger, "reaching the window");
    },
  });
  let lastPost: Thenable<unknown> = Promise.resolve();
  const post = (envelope: Envelope<ToWebview>): Thenable<boolean> => {
    const posted = webview.postMessage(envelope);
    answers.posted(posted);
    lastPost = posted;
    return posted;
  };
  const started = (): void => {
    hasFailed = false;
    answers.started();
  };
  const failed = (): void => {
    hasFailed = true;
    start.fail();
  };
  const page = { started, runs: () => answers.runs(), failed };
  const panel: ConversationPanel = new ConversationPanel(open, { ...parts, page, post }, pending);
  store.add(panel);
  store.add(answers);
  store.add(start);
  store.add(
    webview.onDidReceiveMessage((raw) => {
      answers.heard();
      void panel.receive(raw);
    }),
  );
  const follow = (): void => {
    answers.follow();
    start.follow();
  };
  follow();
  const whenTaken = async (): Promise<void> => {
    await Promise.resolve(lastPost).catch(() => {});
  };
  return { panel, start, follow, whenTaken };
}
