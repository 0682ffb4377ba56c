import * as vscode from "vscode";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { WaitingRequest, WaitingRequests } from "../../core/conversations/requests/waitingRequests.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { escapeLine } from "../../shared/base/invisible.ts";
import { DecisionDelay } from "../../shared/contract/requests/decisionDelay.ts";
import { formatWaitingCount, untitled } from "../../shared/text/conversationList.ts";
import { formatRequestLabel, getRequestIcon } from "../../shared/text/requests/cards.ts";
import { getRequestLines, isWholeInRow } from "../../shared/text/requests/wholeRequest.ts";

export interface RequestRowsOptions {
  readonly conversations: Conversations;
  readonly waiting: WaitingRequests;
  readonly clock: Clock;
  /** Draws the tree again. */
  readonly draw: () => void;
}

/**
 * The first group of the tree "Conversations", while anything waits: a row of one line for every open request of every
 * conversation, in order of arrival. The badge of the container shows their number.
 */
export class RequestRows implements Disposable {
  readonly #options: RequestRowsOptions;
  readonly #store = new DisposableStore();
  readonly #delay: DecisionDelay;
  #isFolded = false;
  /** True until the rows stand still for so long that they can be decided. */
  #isMoving = false;
  /** The rows that the editor got last. */
  #drawn = "";

  constructor(options: RequestRowsOptions) {
    this.#options = options;
    this.#delay = new DecisionDelay(options.clock, () => {
      this.#isMoving = false;
      options.draw();
    });
  }

  /** Shows the number of requests on the container of a view, and notes when the rows become visible. */
  follow(view: Pick<vscode.TreeView<unknown>, "badge" | "onDidChangeVisibility">): void {
    const { waiting, draw } = this.#options;
    this.#store.add(
      view.onDidChangeVisibility(() => {
        if (waiting.count === 0) return;
        this.#move();
        draw();
      }),
    );
    // The editor keeps the badge of an extension host that crashed, and updates it only when the value changes.
    view.badge = { value: 0, tooltip: "" };
    view.badge = undefined;
    this.#store.add(
      waiting.onDidChange(() => {
        const { length } = waiting.all;
        view.badge = length === 0 ? undefined : { value: length, tooltip: formatWaitingCount(length) };
        if (length === 0) this.#isFolded = false;
        draw();
      }),
    );
  }

  get all(): readonly WaitingRequest[] {
    return this.#options.waiting.all;
  }

  /** Notes that the editor gets the rows now, which can be later than the change of a request. */
  noteDrawn(): void {
    const drawn = this.all.map(({ conversation, view }) => `${conversation} ${view.id} ${view.revision}`).join("\n");
    if (drawn !== this.#drawn && drawn !== "") this.#move();
    this.#drawn = drawn;
  }

  /** Notes that the user folds or unfolds the group. */
  setFolded(isFolded: boolean): void {
    this.#isFolded = isFolded;
    this.#move();
    this.#options.draw();
  }

  createItem(request: WaitingRequest): vscode.TreeItem {
    const { conversation, view } = request;
    const { title = "" } = this.#options.conversations.get(conversation)?.conversation.state ?? {};
    const item = new vscode.TreeItem(escapeLine(formatRequestLabel(view)));
    item.id = `${conversation} ${view.id} ${view.revision}`;
    item.iconPath = new vscode.ThemeIcon(getRequestIcon(view.kind));
    item.description = escapeLine(title || untitled());
    item.accessibilityInformation = { label: `${item.label}, ${item.description}` };
    item.tooltip = getRequestLines(view).map(escapeLine).join("\n");
    item.contextValue = this.#getContext(request);
    item.command = { command: "tandem.approvals.reveal", title: "", arguments: [request] };
    return item;
  }

  /** Returns one text of everything in the rows that is visible and can change. */
  tell(): string {
    const { conversations } = this.#options;
    return JSON.stringify(
      this.all.map((request) => [
        request.view.id,
        request.view.revision,
        this.#getContext(request),
        conversations.get(request.conversation)?.conversation.state.title,
      ]),
    );
  }

  dispose(): void {
    this.#delay.stop();
    this.#store.dispose();
  }

  /** Notes that the rows appear or change places now: they offer answers again once a press on one counts. */
  #move(): void {
    this.#isMoving = true;
    this.#options.waiting.noteMoved();
    this.#delay.start();
  }

  /** Returns the context value by which the menus of the manifest distinguish rows. */
  #getContext({ view, isChangeShown }: WaitingRequest): string {
    if (this.#isFolded || this.#isMoving) return `request ${view.kind}`;
    return `request ${view.kind} still${isWholeInRow(view, isChangeShown) ? " whole" : ""}`;
  }
}
