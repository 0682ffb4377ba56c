import type * as vscode from "vscode";
import type { PageHealth } from "../../core/conversations/lifecycle/pageHealth.ts";
import type { OpenConversation } from "../../core/conversations/openConversation.ts";
import type { DisposableStore } from "../../shared/base/disposable.ts";
import { ConversationPanel, type ConversationPanelOptions } from "./conversationPanel.ts";
import { PageWatch } from "./pageWatch.ts";
import type { PendingMessages } from "./pendingMessages.ts";

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

/** The content of a webview: the panel, and the watch on its page. */
export interface HostedPanel {
  readonly panel: ConversationPanel;
  readonly watch: PageWatch;
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
  const { clock } = parts;
  let wasGone = false;
  const watch: PageWatch = new PageWatch({
    view,
    clock,
    reachWindow,
    question: { ping: true },
    isReady: () => panel.isReady,
    onDidChange: (isLate, isGone) => {
      trouble.note(isLate);
      onLate();
      if (isGone !== wasGone) onGone(isGone);
      wasGone = isGone;
    },
  });
  let lastPost: Thenable<unknown> = Promise.resolve();
  const panel: ConversationPanel = new ConversationPanel(
    open,
    {
      ...parts,
      page: { started: () => watch.started(), runs: () => watch.runs(), failed: () => watch.failed() },
      post: (envelope) => {
        lastPost = watch.post(envelope);
        return lastPost;
      },
    },
    pending,
  );
  store.add(panel);
  store.add(watch);
  store.add(
    view.webview.onDidReceiveMessage((raw) => {
      watch.heard();
      void panel.receive(raw);
    }),
  );
  watch.follow();
  const whenTaken = async (): Promise<void> => {
    await Promise.resolve(lastPost).catch(() => {});
  };
  return { panel, watch, whenTaken };
}
