import * as vscode from "vscode";
import type { Conversations } from "../../core/conversations/conversations.ts";
import { formatConversationUri, parseConversationUri } from "../../core/conversations/conversationUri.ts";
import type { OpenConversation } from "../../core/conversations/openConversation.ts";
import type { TabLocation } from "../../core/conversations/placement.ts";
import { isSame } from "../../core/options/difference.ts";
import { tabIcons } from "../../shared/base/asset.ts";
import { background } from "../../shared/base/background.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import { escapeLine } from "../../shared/base/invisible.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import { untitled } from "../../shared/text/conversationList.ts";
import { panelText } from "../../shared/text/panel.ts";
import { pageGone } from "../../shared/text/startFailures.ts";
import type { ConversationPanel } from "./conversationPanel.ts";
import { editorViewType, listConversationTabs } from "./conversationTabs.ts";
import { renderNotice, showDocument } from "./html.ts";
import type { PageWatch } from "./pageWatch.ts";
import { type PendingMessage, PendingMessages } from "./pendingMessages.ts";
import { StaleTabs } from "./staleTabs.ts";
import type { ChatFailures } from "./startFailures.ts";
import { type PanelParts, showInWebview } from "./webviewPanel.ts";

export interface EditorTabsOptions {
  readonly extension: vscode.Uri;
  readonly failures: ChatFailures;
  readonly conversations: Conversations;
  readonly parts: PanelParts;
  readonly clock: Clock;
  /** State that VS Code keeps for the workspace. */
  readonly memory: vscode.Memento;
  /** Returns the conversation of a tab, opening it if it is only saved; undefined if it no longer exists. */
  readonly find: (name: string) => Promise<OpenConversation | undefined>;
  readonly didOpen: (id: ConversationId) => unknown;
  readonly didClose: (id: ConversationId) => unknown;
}

interface Tab {
  readonly uri: vscode.Uri;
  readonly webview: vscode.WebviewPanel;
  readonly panel: ConversationPanel;
  readonly watch: PageWatch;
}

/**
 * Conversations in editor tabs, as read-only custom editors of conversation URIs. Such a tab is restored after a
 * reload, can be moved to another window, and a row of a tree can be dropped as one (the serializer of a webview panel
 * only knows its own type).
 */
export class EditorTabs implements vscode.Disposable {
  readonly #options: EditorTabsOptions;
  readonly #store = new DisposableStore();
  readonly #tabs = new Map<ConversationId, Tab>();
  readonly #stale: StaleTabs;
  readonly #pending = new PendingMessages();
  #withMessages: readonly string[] = [];

  constructor(options: EditorTabsOptions) {
    this.#options = options;
    const { conversations, memory, clock } = options;
    this.#stale = this.#store.add(new StaleTabs(memory, clock));
    this.#store.add(vscode.window.tabGroups.onDidChangeTabs(() => this.#follow()));
    this.#store.add(vscode.window.tabGroups.onDidChangeTabGroups(() => this.#follow()));
    // The tab of a deleted conversation closes.
    this.#store.add(
      conversations.onDidChangeList(() =>
        this.#tabs.forEach((tab, id) => void (conversations.get(id) ?? tab.webview.dispose())),
      ),
    );
    this.#store.add(conversations.changes.onDidChangeState(["sessionId"], () => this.#noteMessages()));
    this.#follow();
  }

  async resolveCustomEditor({ uri }: vscode.CustomDocument, webview: vscode.WebviewPanel): Promise<void> {
    const { extension, failures, conversations, parts, find, didOpen, didClose } = this.#options;
    this.#stale.filled(uri);
    // The store is created before the first await, because the tab may be closed meanwhile.
    const store = this.#store.add(new DisposableStore());
    let isClosed = false;
    store.defer(() => {
      isClosed = true;
    });
    webview.onDidDispose(() => store.dispose());
    const name = parseConversationUri(uri);
    const open = name === undefined ? undefined : await find(name);
    if (isClosed) return;
    if (!open) {
      webview.webview.html = renderNotice(panelText.conversationGone());
      return;
    }
    if (this.#tabs.has(open.id)) {
      // Another URI of a conversation that has a tab already; only the first tab is kept.
      webview.dispose();
      return this.focus(open.id);
    }
    const { panel, watch } = showInWebview(webview, open, parts, {
      pending: this.#pending,
      store,
      onLate: () => this.#follow(),
      // Nothing native can stand in a tab.
      onGone: (isGone) =>
        isGone && failures.tell(pageGone(), () => background(this.#renew(uri), parts.logger, "opening a tab again")),
    });
    const draw = (): void => {
      try {
        background(
          showDocument(webview.webview, extension, "tab", parts.panelOptions().sendKey),
          parts.logger,
          "sending the script of a page",
        );
      } catch (error) {
        failures.showInView(webview.webview, error);
        watch.failed();
      }
    };
    store.add(failures.watch({ isBroken: () => watch.isLate || !panel.isReady, retry: draw }));
    draw();
    this.#tabs.set(open.id, { uri, webview, panel, watch });
    this.#follow();
    this.#showTitle(webview, open, store);
    store.add(
      webview.onDidChangeViewState(() => {
        if (!webview.visible) panel.hide();
        watch.follow();
        if (webview.active) conversations.places.setFocused(open.id);
      }),
    );
    store.defer(() => {
      this.#tabs.delete(open.id);
      this.#follow();
    });
    webview.onDidDispose(() => didClose(open.id));
    if (webview.active) conversations.places.setFocused(open.id);
    await didOpen(open.id);
  }

  /** Closes a tab whose page is gone, and opens it again with a new one. */
  async #renew(uri: vscode.Uri): Promise<void> {
    const shown = listConversationTabs().find((tab) => tab.uri.toString() === uri.toString());
    if (!shown) return;
    await vscode.window.tabGroups.close(shown.tab);
    const viewColumn = shown.group.viewColumn;
    await vscode.commands.executeCommand("vscode.openWith", uri, editorViewType, { preview: false, viewColumn });
  }

  /** Shows the icon and the title of a conversation in its tab, as long as the tab is open. */
  #showTitle(webview: vscode.WebviewPanel, open: OpenConversation, store: DisposableStore): void {
    const { extension, conversations } = this.#options;
    const drawTitle = (): void => {
      const title = escapeLine(open.conversation.state.title || untitled());
      if (webview.title !== title) webview.title = title;
    };
    const icon = (theme: keyof typeof tabIcons): vscode.Uri => vscode.Uri.joinPath(extension, tabIcons[theme]);
    webview.iconPath = { light: icon("light"), dark: icon("dark") };
    drawTitle();
    store.add(conversations.changes.onDidChangeState(["title"], ({ id }) => id === open.id && drawTitle()));
  }

  panelOf(id: ConversationId): ConversationPanel | undefined {
    return this.#tabs.get(id)?.panel;
  }

  /** Returns whether the page of the conversation's tab has ended, or did not start. */
  isBroken(id: ConversationId): boolean {
    return this.#tabs.get(id)?.watch.isLate === true;
  }

  /** Shows a conversation in its tab and focuses its composer. Opens the tab if there is none. */
  async focus(id: ConversationId): Promise<void> {
    await vscode.commands.executeCommand("vscode.openWith", this.#uriOf(id), editorViewType, { preview: false });
    this.ask(id, { type: "focusComposer" });
  }

  /** Sends a message to the page of a conversation, as soon as its tab has a page. */
  ask(id: ConversationId, message: PendingMessage): void {
    const panel = this.panelOf(id);
    if (panel) panel.sendWhenReady(message);
    else this.#pending.add(id, message);
  }

  refreshOptions(): void {
    for (const { panel } of this.#tabs.values()) panel.sendOptions();
  }

  renewStarters(): void {
    for (const { panel } of this.#tabs.values()) panel.renewStarters();
  }

  dispose(): void {
    this.#store.dispose();
  }

  /**
   * Returns the URI of the conversation's tab. A restored tab that was not visible since is only known by its URI in
   * the editor's tabs.
   */
  #uriOf(id: ConversationId): vscode.Uri {
    const resolved = this.#tabs.get(id)?.uri;
    const title = this.#options.conversations.get(id)?.conversation.state.title || untitled();
    return (
      resolved ??
      listConversationTabs().find(({ uri }) => this.#idOf(uri) === id)?.uri ??
      vscode.Uri.from(formatConversationUri(id, title))
    );
  }

  #idOf(uri: vscode.Uri): ConversationId | undefined {
    const found = [...this.#tabs].find(([, tab]) => tab.uri.toString() === uri.toString());
    const name = parseConversationUri(uri);
    return found?.[0] ?? (name === undefined ? undefined : this.#options.conversations.find(name)?.id);
  }

  /**
   * Updates the key with the URIs of the tabs whose conversation has messages. A title bar compares it with its own
   * `resource`, because a key that is true or false would apply to the tabs of all groups.
   */
  #noteMessages(): void {
    const uris = [...this.#tabs].flatMap(([id, { uri }]) =>
      this.#options.conversations.get(id)?.conversation.state.sessionId === undefined ? [] : [uri.toString()],
    );
    if (isSame(uris, this.#withMessages)) return;
    this.#withMessages = uris;
    void vscode.commands.executeCommand("setContext", "tandem.tabsWithMessages", uris);
  }

  #follow(): void {
    this.#noteMessages();
    const places = listConversationTabs().flatMap(({ uri, isVisible }): TabLocation[] => {
      const id = this.#idOf(uri);
      return id === undefined ? [] : [{ id, isVisible: isVisible && !this.isBroken(id) }];
    });
    // A tab that is being opened is not among the editor's tabs yet.
    const opening = [...this.#tabs.keys()]
      .filter((id) => !places.some((place) => place.id === id))
      .map((id) => ({ id, isVisible: true }));
    this.#options.conversations.places.setTabs([...places, ...opening]);
  }
}
