import type * as vscode from "vscode";
import type { PageHealth } from "../../core/conversations/lifecycle/pageHealth.ts";
import type { OpenConversation } from "../../core/conversations/openConversation.ts";
import type { DisposableStore } from "../../shared/base/disposable.ts";
import type { Envelope } from "../../shared/contract/envelope.ts";
import type { ToWebview } from "../../shared/contract/toWebview.ts";
import { ConversationPanel, type ConversationPanelOptions } from "./conversationPanel.ts";
import { PageStart } from "./pageStart.ts";
import type { PendingMessages } from "./pendingMessages.ts";

/**
 * Time in milliseconds since the page was heard after which it must answer a message, which it does at most once a
 * second (`webview/early.ts`). The editor does not tell when it has ended a page.
 */
const silentMs = 2_000;

export interface PanelParts extends Omit<ConversationPanelOptions, "post" | "page"> {
  readonly trouble: PageHealth;
}

/** The content of a webview: the panel, and the watch on the start of its page. */
export interface HostedPanel {
  readonly panel: ConversationPanel;
  readonly start: PageStart;
  /** Resolves as soon as the webview received the last posted message, or never can. */
  readonly whenTaken: () => Promise<void>;
}

/**
 * Shows a conversation in the webview of the side bar or of a tab, as soon as its page is ready. `onLate` is called
 * when the page is late, or started after all. `store` receives everything that this function creates.
 */
export function showInWebview(
  view: vscode.WebviewView | vscode.WebviewPanel,
  open: OpenConversation,
  { trouble, ...parts }: PanelParts,
  {
    pending,
    store,
    onLate,
  }: { readonly pending: PendingMessages; readonly store: DisposableStore; readonly onLate: () => void },
): HostedPanel {
  const { webview } = view;
  /**
   * Messages that the page has not taken: all of them, once the editor has ended it. The editor may never report those
   * of a page that was hidden.
   */
  let untaken = new Set<Thenable<unknown>>();
  let hasFailed = false;
  /** True once the script of the page runs: one that hangs says nothing. */
  let isRunning = false;
  let heardAt = parts.clock.now();
  /** True from a message that the page must answer until it says anything. */
  let isAsked = false;
  const isVisible = (): boolean => {
    if (!view.visible) {
      untaken = new Set();
      isAsked = false;
    }
    return view.visible;
  };
  const start: PageStart = new PageStart({
    clock: parts.clock,
    isVisible,
    isReady: () => panel.isReady && isRunning && !isAsked && !hasFailed && untaken.size === 0,
    onDidChange: (isLate) => {
      trouble.note(isLate);
      onLate();
    },
  });
  let lastPost: Thenable<unknown> = Promise.resolve();
  const post = (envelope: Envelope<ToWebview>): Thenable<boolean> => {
    const posted = webview.postMessage(envelope);
    const settle = (): void => {
      if (untaken.delete(posted)) start.follow();
    };
    untaken.add(posted);
    if (parts.clock.now() - heardAt > silentMs) isAsked = true;
    posted.then(settle, settle);
    start.follow();
    lastPost = posted;
    return posted;
  };
  const started = (): void => {
    hasFailed = false;
    isRunning = false;
    untaken = new Set();
    start.follow();
  };
  const runs = (): void => {
    isRunning = true;
    start.follow();
  };
  const failed = (): void => {
    hasFailed = true;
    start.fail();
  };
  const page = { started, runs, failed };
  const panel: ConversationPanel = new ConversationPanel(open, { ...parts, page, post }, pending);
  store.add(panel);
  store.add(start);
  store.add(
    webview.onDidReceiveMessage((raw) => {
      heardAt = parts.clock.now();
      const wasAsked = isAsked;
      isAsked = false;
      if (wasAsked) start.follow();
      void panel.receive(raw);
    }),
  );
  start.follow();
  const whenTaken = async (): Promise<void> => {
    await Promise.resolve(lastPost).catch(() => {});
  };
  return { panel, start, whenTaken };
}
