import * as vscode from "vscode";
import type { Clock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { escapeLine } from "../base/invisible.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { PageHealth } from "../conversations/lifecycle/pageHealth.ts";
import type { WaitingRequest, WaitingRequests } from "../conversations/requests/waitingRequests.ts";
import { formatWaitingCount, untitled } from "../text/conversationList.ts";
import { panelText } from "../text/panel.ts";
import { formatRequestLabel } from "../text/requests/requests.ts";
import { getRequestRows } from "../text/requests/wholeRequest.ts";

const icons = { permission: "shield", question: "question", plan: "list-ordered", elicitation: "server", guard: "watch" } as const;

/** Delay after a request is unfolded before its row offers to allow it, in milliseconds, so that the user can read its details first. */
const guardMs = 500;

/** A line of the request card that the tree shows below its request. */
interface Line {
  readonly request: WaitingRequest;
  readonly index: number;
  readonly text: string;
}

type Row = WaitingRequest | Line;

interface ApprovalTreeOptions {
  readonly conversations: Conversations;
  readonly waiting: WaitingRequests;
  readonly trouble: Pick<PageHealth, "onDidChange">;
  readonly clock: Clock;
}

/**
 * The tree "Waiting for you": every open request of every conversation, in order of arrival, with the lines of its card below it. The badge of the
 * container shows the number of requests. A folded request cannot be allowed here.
 */
export class ApprovalTree implements vscode.TreeDataProvider<Row>, Disposable {
  readonly #options: ApprovalTreeOptions;
  readonly #store = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<Row | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** Row ids of the requests that are folded, or were unfolded less than `guardMs` ago. */
  readonly #folded = new Set<string>();

  constructor(options: ApprovalTreeOptions) {
    this.#options = options;
    const { waiting, trouble, clock } = options;
    const view = this.#store.add(vscode.window.createTreeView<Row>("tandem.approvals", { treeDataProvider: this }));
    this.#store.add(this.#changed);
    this.#store.add(
      trouble.onDidChange((isThere) => {
        view.message = isThere ? panelText.answerHere() : "";
      }),
    );
    // The editor keeps the badge of an extension host that crashed, and updates it only when the value changes.
    view.badge = { value: 0, tooltip: "" };
    view.badge = undefined;
    this.#store.add(
      waiting.onDidChange(() => {
        const { length } = waiting.all;
        view.badge = length === 0 ? undefined : { value: length, tooltip: formatWaitingCount(length) };
        if (length === 0) this.#folded.clear();
        this.#changed.fire(undefined);
      }),
    );
    this.#store.add(view.onDidCollapseElement(({ element }) => this.#setFolded(element, true)));
    this.#store.add(view.onDidExpandElement(({ element }) => clock.after(guardMs, () => this.#setFolded(element, false))));
  }

  getChildren(node?: Row): Row[] {
    if (!node) return [...this.#options.waiting.all];
    if ("text" in node) return [];
    return getRequestRows(node.view, node.isChangeShown).rows.map((text, index) => ({ request: node, index, text }));
  }

  getTreeItem(row: Row): vscode.TreeItem {
    if ("text" in row) return createLineItem(row);
    const { conversation, view, isChangeShown } = row;
    const { rows, isWhole } = getRequestRows(view, isChangeShown);
    const { None, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(escapeLine(formatRequestLabel(view)), rows.length === 0 ? None : Expanded);
    const { title = "" } = this.#options.conversations.get(conversation)?.conversation.state ?? {};
    item.id = getId(row);
    item.iconPath = new vscode.ThemeIcon(icons[view.kind]);
    item.description = escapeLine(title || untitled());
    item.contextValue = isWhole && !this.#folded.has(item.id) ? `${view.kind} whole` : view.kind;
    item.command = revealCommand(row);
    return item;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #setFolded(row: Row, isFolded: boolean): void {
    if ("text" in row || this.#folded.has(getId(row)) === isFolded) return;
    if (isFolded) this.#folded.add(getId(row));
    else this.#folded.delete(getId(row));
    this.#changed.fire(row);
  }
}

function createLineItem({ request, index, text }: Line): vscode.TreeItem {
  const item = new vscode.TreeItem(escapeLine(text));
  item.id = `${getId(request)} ${index}`;
  item.contextValue = "line";
  item.command = revealCommand(request);
  return item;
}

function getId({ conversation, view }: WaitingRequest): string {
  return `${conversation} ${view.id} ${view.revision}`;
}

function revealCommand(request: WaitingRequest): vscode.Command {
  return { command: "tandem.approvals.reveal", title: "", arguments: [request] };
}
