import * as vscode from "vscode";
import type { Conversations } from "../../core/conversations/conversations.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { ConversationPanel } from "./conversationPanel.ts";
import { chatViewId, type ShownChat } from "./earlyView.ts";
import { type PendingMessage, PendingMessages } from "./pendingMessages.ts";
import { type PanelParts, showInWebview } from "./webviewPanel.ts";

/** Longest wait for the editor to take the first messages before `claude` starts, in milliseconds. */
const maxDeliveryMs = 1_000;

export interface ChatViewOptions {
  readonly conversations: Conversations;
  readonly parts: PanelParts;
}

/** The chat in the side bar: one webview that shows one conversation at a time. */
export class ChatView implements vscode.Disposable {
  readonly #options: ChatViewOptions;
  readonly #store = new DisposableStore();
  readonly #pending = new PendingMessages();
  #panel: ConversationPanel | undefined;

  constructor(options: ChatViewOptions) {
    this.#options = options;
    this.#store.add(options.conversations.onDidShow((open) => this.#panel?.bind(open)));
  }

  /**
   * Shows the conversation of the side bar in its view, whose page runs already and sent the messages in `received`.
   */
  show(view: vscode.WebviewView, received: readonly unknown[]): ShownChat {
    const { conversations, parts } = this.#options;
    const { places } = conversations;
    const store = new DisposableStore();
    const shown = conversations.restore();
    const onLate = (): void => follow();
    const { panel, start, whenTaken } = showInWebview(view, shown, parts, { pending: this.#pending, store, onLate });
    const answered = Promise.all(received.map((message) => panel.receive(message)));
    this.#panel = panel;
    const follow = (): void => {
      if (!view.visible) panel.hide();
      // The user cannot see a request in a page that does not start.
      places.setPanelVisible(view.visible && !start.isLate);
    };
    store.add(view.onDidChangeVisibility(follow));
    store.add(view.onDidChangeVisibility(() => start.follow()));
    follow();
    store.defer(() => {
      places.setPanelVisible(false);
      if (this.#panel === panel) this.#panel = undefined;
    });
    this.#store.add(store);
    view.onDidDispose(() => store.dispose());
    // Starting a process blocks the extension host for a moment, so the first messages to the page are sent before.
    // The editor may never report that it took them, as when the view is hidden meanwhile.
    const elapsed = new Promise<void>((resolve) => parts.clock.after(maxDeliveryMs, resolve));
    void answered.then(() => Promise.race([whenTaken(), elapsed])).then(() => shown.open());
    return { isBroken: () => start.isLate || !panel.isReady };
  }

  /** Returns the panel if it shows this conversation. */
  panelOf(id: ConversationId): ConversationPanel | undefined {
    return this.#panel?.conversation === id ? this.#panel : undefined;
  }

  /** Shows a conversation in this view, in place of the current one, and focuses its composer. */
  async focus(id: ConversationId): Promise<void> {
    this.#options.conversations.show(id);
    this.#options.conversations.places.setFocused(id);
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    this.sendWhenReady(id, { type: "focusComposer" });
  }

  /**
   * Sends a message to the page of a conversation as soon as this view shows it: the editor does not wait for a view
   * that it opens.
   */
  sendWhenReady(id: ConversationId, message: PendingMessage): void {
    const panel = this.panelOf(id);
    if (panel) panel.sendWhenReady(message);
    else this.#pending.add(id, message);
  }

  /** Sends the panel's options again after a setting changed. */
  refreshOptions(): void {
    this.#panel?.sendOptions();
  }

  renewStarters(): void {
    this.#panel?.renewStarters();
  }

  dispose(): void {
    this.#store.dispose();
  }
}
