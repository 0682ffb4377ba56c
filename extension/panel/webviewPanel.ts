import type * as vscode from "vscode";
import type { DisposableStore } from "../base/disposable.ts";
import type { OpenConversation } from "../conversations/openConversation.ts";
import { ConversationPanel, type ConversationPanelOptions } from "./conversationPanel.ts";
import type { Wishes } from "./wishes.ts";

export type PanelParts = Omit<ConversationPanelOptions, "post">;

/** Shows a conversation in a webview, of the side bar or of a tab, as soon as its page asks. The store ends what was begun here. */
export function showInWebview(webview: vscode.Webview, open: OpenConversation, parts: PanelParts, wishes: Wishes, store: DisposableStore): ConversationPanel {
  const panel = store.add(new ConversationPanel(open, { ...parts, post: (envelope) => webview.postMessage(envelope) }, wishes));
  store.add(webview.onDidReceiveMessage((raw) => void panel.receive(raw)));
  return panel;
}
