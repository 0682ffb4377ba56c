import * as vscode from "vscode";
import type { DisposableStore } from "../base/disposable.ts";
import type { OpenConversation } from "../conversations/openConversation.ts";
import { ConversationPanel, type ConversationPanelOptions } from "./conversationPanel.ts";
import { panelHtml } from "./html.ts";

export type PanelParts = Omit<ConversationPanelOptions, "post">;

/** Shows a conversation in a webview, of the side bar or of a tab. The store ends what was begun here. */
export function showInWebview(
  webview: vscode.Webview,
  extension: vscode.Uri,
  open: OpenConversation,
  parts: PanelParts,
  store: DisposableStore,
  place: "side" | "tab",
): ConversationPanel {
  webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extension, "dist", "webview")] };
  const panel = store.add(new ConversationPanel(open, { ...parts, post: (envelope) => webview.postMessage(envelope) }));
  store.add(webview.onDidReceiveMessage((raw) => void panel.receive(raw)));
  webview.html = panelHtml(webview, extension, place);
  // The editor keeps it until the page is there, which need not ask first.
  panel.show();
  return panel;
}
