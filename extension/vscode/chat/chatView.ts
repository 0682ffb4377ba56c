import * as vscode from "vscode";
import type { Conversations } from "../../core/conversations/conversations.ts";
import { background } from "../../shared/base/background.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import { pageGone } from "../../shared/text/startFailures.ts";
import type { ConversationPanel } from "./conversationPanel.ts";
import { chatViewId, type ShownChat } from "./earlyView.ts";
import type { PageWatch } from "./pageWatch.ts";
import { type PendingMessage, PendingMessages } from "./pendingMessages.ts";
import { type ChatFailures, emptyTree } from "./startFailures.ts";
import { type PanelParts, showInWebview } from "./webviewPanel.ts";

/** Longest wait for the editor to close a view, in milliseconds. */
const maxClosingMs = 1_000;

/** Longest wait for the editor to take the first messages before `claude` starts, in milliseconds. */
const maxDeliveryMs = 1_000;

export interface ChatViewOptions {
  readonly conversations: Conversations;
  readonly parts: PanelParts;
  readonly failures: Pick<ChatFailures, "note">;
}

/** The chat in the side bar: one webview that shows one conversation at a time. */
export class ChatView implements vscode.Disposable {
  readonly #options: ChatViewOptions;
  readonly #store = new DisposableStore();
  readonly #pending = new PendingMessages();
  #panel: ConversationPanel | undefined;
  #watch: PageWatch | undefined;

  constructor(options: ChatViewOptions) {
    this.#options = options;
    this.#store.add(vscode.window.createTreeView("tandem.chatGone", { treeDataProvider: emptyTree }));
    this.#store.add(options.conversations.onDidShow((open) => this.#panel?.bind(open)));
  }

  /**
   * Shows the conversation of the side bar in its view, whose page runs already and sent the messages in `received`.
   */
  show(view: vscode.WebviewView, received: readonly unknown[]): ShownChat {
    const { conversations, parts, failures } = this.#options;
    const { places } = conversations;
    const store = new DisposableStore();
    const shown = conversations.restore();
    let isGone = false;
    const { panel, watch, whenTaken } = showInWebview(view, shown, parts, {
      pending: this.#pending,
      store,
      onLate: () => follow(),
      onGone: (value) => {
        isGone = value;
        if (value) failures.note(pageGone());
        showGone(value);
      },
    });
    const answered = Promise.all(received.map((message) => panel.receive(message)));
    this.#panel = panel;
    this.#watch = watch;
    const follow = (): void => {
      if (!view.visible) panel.hide();
      // The user cannot see a request in a page that does not start.
      places.setPanelVisible(view.visible && !watch.isLate);
    };
    store.add(view.onDidChangeVisibility(follow));
    store.add(view.onDidChangeVisibility(() => watch.follow()));
    follow();
    store.defer(() => {
      places.setPanelVisible(false);
      if (isGone) showGone(false);
      if (this.#panel === panel) this.#panel = undefined;
      if (this.#watch === watch) this.#watch = undefined;
    });
    this.#store.add(store);
    view.onDidDispose(() => store.dispose());
    // Starting a process blocks the extension host for a moment, so the first messages to the page are sent before.
    // The editor may never report that it took them, as when the view is hidden meanwhile.
    const elapsed = new Promise<void>((resolve) => parts.clock.after(maxDeliveryMs, resolve));
    void answered.then(() => Promise.race([whenTaken(), elapsed])).then(() => shown.open());
    const renew = (): boolean => {
      if (isGone) background(renewView(view, parts.clock), parts.logger, "opening the chat again");
      return isGone;
    };
    return { isBroken: () => watch.isLate || !panel.isReady, renew };
  }

  /** True while the page of this view has ended, or did not start. */
  get isBroken(): boolean {
    return this.#watch?.isLate === true;
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

/** Shows or hides the view below the chat that says that its page is gone. */
function showGone(isGone: boolean): void {
  void vscode.commands.executeCommand("setContext", "tandem.chatIsGone", isGone);
}

/** Closes a view whose page is gone, and opens it again with a new one. Only its condition can close a view. */
async function renewView(view: vscode.WebviewView, clock: Clock): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    view.onDidDispose(() => resolve());
    clock.after(maxClosingMs, resolve);
  });
  await vscode.commands.executeCommand("setContext", "tandem.chatIsClosed", true);
  await closed;
  await vscode.commands.executeCommand("setContext", "tandem.chatIsClosed", false);
  await vscode.commands.executeCommand(`${chatViewId}.focus`);
}
