import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { escapeLine } from "../base/invisible.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { WaitingRequests } from "../conversations/requests/waitingRequests.ts";
import { getStatusCode, getStatusText } from "../text/conversationList.ts";

/** Fields of the state whose changes redraw the item. */
const shown = ["status", "problem", "failure", "model", "contextTokens", "contextWindow", "title"] as const;

/** The status bar item: the activity of the current conversation and the number of waiting requests. */
export class StatusBar implements Disposable {
  readonly #conversations: Conversations;
  readonly #waiting: WaitingRequests;
  readonly #store = new DisposableStore();
  readonly #item: vscode.StatusBarItem;

  constructor(conversations: Conversations, waiting: WaitingRequests) {
    this.#conversations = conversations;
    this.#waiting = waiting;
    this.#item = this.#store.add(vscode.window.createStatusBarItem("tandem.status", vscode.StatusBarAlignment.Right, 90));
    this.#item.name = "Tandem";
    const draw = (): void => this.#draw();
    this.#store.add(conversations.places.onDidChange(draw));
    this.#store.add(waiting.onDidChange(draw));
    this.#store.add(
      conversations.onDidChange(
        ({ changes }) => changes.some((change) => change.kind === "state" && shown.some((key) => change.set[key] !== undefined)) && draw(),
      ),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  #draw(): void {
    const { current } = this.#conversations;
    if (!current) return this.#item.hide();
    const { length } = this.#waiting.all;
    const icons = { waiting: "bell-dot", failed: "error", working: "loading~spin", starting: "loading~spin", idle: "comment-discussion" } as const;
    const text = escapeLine(getStatusText(current.conversation.state, length));
    this.#item.text = `$(${icons[getStatusCode(current.conversation.state, length)]}) ${text.replace(/\$\(/g, "\\$(")}`;
    this.#item.tooltip = escapeLine(current.conversation.state.title);
    this.#item.accessibilityInformation = { label: `Tandem: ${text}` };
    this.#item.command = length > 0 ? "tandem.nextWaiting" : "tandem.focus";
    this.#item.backgroundColor = length > 0 ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.#item.show();
  }
}
