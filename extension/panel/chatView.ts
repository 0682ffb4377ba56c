import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { Panels } from "../conversations/ports.ts";
import { ConversationPanel, type ConversationPanelOptions } from "./conversationPanel.ts";
import { panelHtml } from "./html.ts";

export const chatViewId = "tandem.chat";

export interface ChatViewOptions {
  readonly extension: vscode.Uri;
  readonly conversations: Conversations;
  /** Asked when the view is opened: what a panel needs can only be built when the panels are there. */
  readonly panel: () => Omit<ConversationPanelOptions, "post">;
}

/** The chat in the side bar: one webview that shows one conversation at a time. */
export class ChatView implements vscode.WebviewViewProvider, Panels, vscode.Disposable {
  readonly #options: ChatViewOptions;
  readonly #store = new DisposableStore();
  #panel: ConversationPanel | undefined;

  constructor(options: ChatViewOptions) {
    this.#options = options;
    this.#store.add(options.conversations.onDidShow((open) => this.#panel?.bind(open)));
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { extension, conversations, panel: options } = this.#options;
    const store = new DisposableStore();
    view.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extension, "dist", "webview")] };
    const shown = conversations.restore();
    const panel = store.add(new ConversationPanel(shown, { ...options(), post: (envelope) => view.webview.postMessage(envelope) }));
    this.#panel = panel;
    store.add(view.webview.onDidReceiveMessage((raw) => void panel.receive(raw)));
    store.add(view.onDidChangeVisibility(() => !view.visible && panel.hide()));
    store.defer(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    this.#store.add(store);
    view.onDidDispose(() => store.dispose());
    view.webview.html = panelHtml(view.webview, extension);
    void shown.open();
  }

  async focus(id: ConversationId): Promise<void> {
    this.#options.conversations.show(id);
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    if (this.#panel?.conversation === id) this.#panel.send({ type: "focusComposer" });
  }

  setDraft(id: ConversationId, text: string): void {
    const open = this.#options.conversations.get(id);
    if (open) open.draft = text;
    if (this.#panel?.conversation === id) this.#panel.send({ type: "setDraft", text });
  }

  /** Shows the panel, with the conversation that it showed last. */
  async focusShown(): Promise<void> {
    await this.focus(this.#options.conversations.restore().id);
  }

  /** Sends the panel's options again after a setting changed. */
  refreshOptions(): void {
    this.#panel?.send({ type: "options", options: this.#options.panel().panelOptions() });
  }

  dispose(): void {
    this.#store.dispose();
  }
}
