import * as vscode from "vscode";
import type { Clock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";
import type { Logger } from "../base/logger.ts";
import { mainThread } from "../contract/changes.ts";
import type { PanelOptions, ToWebview } from "../contract/toWebview.ts";
import type { Conversation } from "../session/conversation.ts";
import type { Chat } from "./chat.ts";
import { panelHtml } from "./html.ts";
import { type Handlers, receive } from "./inbox.ts";
import { Outbox } from "./outbox.ts";

export const chatViewId = "tandem.chat";

/** Items of one page: several screens, and still a small message. */
const pageSize = 100;

export interface ChatViewOptions {
  readonly chat: Chat;
  readonly extension: vscode.Uri;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly panelOptions: () => PanelOptions;
  readonly openFile: (folder: string, path: string, line: number | undefined) => void;
  readonly openLink: (url: string) => void;
}

/** The webview's host side. The page can go and come back at any time; each time it starts from a snapshot. */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #options: ChatViewOptions;
  readonly #store = new DisposableStore();
  #view: vscode.WebviewView | undefined;
  #outbox: Outbox | undefined;
  #shown: vscode.Disposable | undefined;

  constructor(options: ChatViewOptions) {
    this.#options = options;
    this.#store.add(options.chat.onDidReplace((conversation) => this.#show(conversation)));
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    const store = new DisposableStore();
    const { chat, clock, extension, logger } = this.#options;
    view.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extension, "dist", "webview")] };
    const outbox = store.add(new Outbox({ clock, post: (message) => view.webview.postMessage(message), snapshot: () => this.#snapshot() }));
    this.#outbox = outbox;
    store.add(view.webview.onDidReceiveMessage((raw) => receive(this.#handlers, raw, logger)));
    view.onDidDispose(() => {
      store.dispose();
      if (this.#view === view) this.#view = this.#outbox = undefined;
    });
    view.webview.html = panelHtml(view.webview, extension);
    chat.open().catch((error: Error) => logger.error(`the conversation could not be opened: ${error.message}`));
  }

  /** Shows the panel with the cursor in the composer. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    this.#outbox?.send({ type: "focusComposer" });
  }

  /** Puts text into the composer, in place of what is there. */
  setDraft(text: string): void {
    this.#options.chat.draft = text;
    this.#outbox?.send({ type: "setDraft", text });
  }

  /** Sends everything afresh, after more changed than changes tell well. */
  resync(): void {
    this.#outbox?.resync();
  }

  /** Sends the panel's options again after a setting changed. */
  refreshOptions(): void {
    this.#outbox?.send({ type: "options", options: this.#options.panelOptions() });
  }

  dispose(): void {
    this.#store.dispose();
    this.#shown?.dispose();
  }

  #show(conversation: Conversation): void {
    this.#shown?.dispose();
    this.#shown = conversation.onDidChange((changes) => this.#outbox?.add(changes));
    this.#outbox?.resync();
  }

  #snapshot(): ToWebview {
    const { chat, panelOptions } = this.#options;
    const conversation = chat.conversation;
    return {
      type: "snapshot",
      state: conversation?.state ?? emptyState,
      page: conversation?.page(mainThread, pageSize) ?? { thread: mainThread, start: 0, total: 0, items: [] },
      draft: chat.draft,
      options: panelOptions(),
    };
  }

  readonly #handlers: Handlers = {
    ready: () => this.#outbox?.resync(),
    submit: ({ text }) => {
      const { chat } = this.#options;
      if (chat.draft === text) chat.draft = "";
      void chat.open().then((conversation) => conversation.submit(text));
    },
    stop: () => this.#conversation((conversation) => void conversation.stop()),
    draft: ({ text }) => {
      this.#options.chat.draft = text;
    },
    decide: ({ requestId, decision }) => this.#conversation((conversation) => void conversation.decide(requestId, decision)),
    review: ({ requestId }) => void vscode.commands.executeCommand("tandem.review.open", requestId),
    loadOlder: ({ thread, before }) =>
      this.#conversation((conversation) => this.#outbox?.send({ type: "page", page: conversation.page(thread, pageSize, before) })),
    openThread: ({ thread, isOpen }) =>
      this.#conversation((conversation) => {
        if (!isOpen) return this.#outbox?.closeThread(thread);
        this.#outbox?.openThread(thread);
        this.#outbox?.send({ type: "page", page: conversation.page(thread, pageSize) });
      }),
    openDetail: ({ toolId }) =>
      this.#conversation((conversation) => {
        const detail = conversation.detail(toolId);
        if (detail) this.#outbox?.send({ type: "detail", detail });
      }),
    openFile: ({ path, line }) => this.#options.openFile(this.#options.chat.conversation?.state.folder ?? "", path, line),
    openLink: ({ url }) => this.#options.openLink(url),
    rewindTo: ({ promptId }) => void vscode.commands.executeCommand("tandem.rewind", promptId),
    editQueued: ({ id, action }) =>
      this.#conversation((conversation) => {
        if (action === "sendNow") return void conversation.sendNow(id);
        const text = conversation.removeQueued(id);
        // What is in the composer is not thrown away for what comes back.
        if (action === "edit" && text !== undefined) this.setDraft([this.#options.chat.draft, text].filter(Boolean).join("\n"));
      }),
    run: ({ action }) => void vscode.commands.executeCommand(actionCommands[action]),
  };

  #conversation(action: (conversation: Conversation) => void): void {
    const { conversation } = this.#options.chat;
    if (conversation) action(conversation);
  }
}

const actionCommands = {
  selectModel: "tandem.selectModel",
  selectMode: "tandem.selectPermissionMode",
  retry: "tandem.retry",
  resume: "tandem.retry",
  chooseProgram: "tandem.chooseProgram",
  logIn: "tandem.logIn",
  newConversation: "tandem.newConversation",
  showLog: "tandem.showLog",
  openSettings: "tandem.openSettings",
} as const;

const emptyState = {
  status: "starting",
  title: "",
  folder: "",
  models: [],
  contextTokens: 0,
  costUsd: 0,
  requests: [],
  tasks: [],
  queue: [],
} as const;
