import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { escapeLine } from "../base/invisible.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { PageTrouble } from "../conversations/pageTrouble.ts";
import type { WaitingRequest, WaitingRequests } from "../conversations/waitingRequests.ts";
import { untitled, waitingCountText } from "../text/conversationList.ts";
import { panelText } from "../text/panel.ts";
import { requestLabel } from "../text/requests.ts";
import { isWholeInRow } from "../text/wholeRequest.ts";

const icons = { permission: "shield", question: "question", plan: "list-ordered", elicitation: "server" } as const;

/** The tree "Waiting for you": every open request of every conversation, in order of arrival; its number is the container's badge. */
export class ApprovalTree implements vscode.TreeDataProvider<WaitingRequest>, Disposable {
  readonly #conversations: Conversations;
  readonly #waiting: WaitingRequests;
  readonly #store = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(conversations: Conversations, waiting: WaitingRequests, trouble: Pick<PageTrouble, "onDidChange">) {
    this.#conversations = conversations;
    this.#waiting = waiting;
    const view = this.#store.add(vscode.window.createTreeView<WaitingRequest>("tandem.approvals", { treeDataProvider: this }));
    this.#store.add(this.#changed);
    this.#store.add(
      trouble.onDidChange((isThere) => {
        view.message = isThere ? panelText.answerHere() : "";
      }),
    );
    // The editor keeps the number of an extension host that crashed, and hears of a change only.
    view.badge = { value: 0, tooltip: "" };
    view.badge = undefined;
    this.#store.add(
      waiting.onDidChange(() => {
        const { length } = waiting.all;
        view.badge = length === 0 ? undefined : { value: length, tooltip: waitingCountText(length) };
        this.#changed.fire(undefined);
      }),
    );
  }

  getChildren(node?: WaitingRequest): WaitingRequest[] {
    return node ? [] : [...this.#waiting.all];
  }

  getTreeItem(row: WaitingRequest): vscode.TreeItem {
    const { conversation, view, isChangeShown } = row;
    const item = new vscode.TreeItem(escapeLine(requestLabel(view)));
    const { title = "" } = this.#conversations.get(conversation)?.conversation.state ?? {};
    item.id = `${conversation} ${view.id} ${view.revision}`;
    item.iconPath = new vscode.ThemeIcon(icons[view.kind]);
    item.description = escapeLine(title || untitled());
    item.contextValue = isWholeInRow(view, isChangeShown) ? `${view.kind} whole` : view.kind;
    item.command = { command: "tandem.approvals.reveal", title: "", arguments: [row] };
    return item;
  }

  dispose(): void {
    this.#store.dispose();
  }
}
