import * as vscode from "vscode";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { PageHealth } from "../../core/conversations/lifecycle/pageHealth.ts";
import type { WaitingRequests } from "../../core/conversations/requests/waitingRequests.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { escapeLine } from "../../shared/base/invisible.ts";
import { getStatusCode, getStatusText } from "../../shared/text/conversationList.ts";
import { startFailureText } from "../../shared/text/startFailures.ts";

/** Fields of the state whose changes redraw the item. */
const shown = ["status", "problem", "failure", "reported", "models", "contextWindow", "title", "silentSince"] as const;

/**
 * Longest time in milliseconds until the item shows how much of the context is used, which each message of a turn
 * changes.
 */
const contextDelayMs = 250;

export interface StatusBarOptions {
  readonly conversations: Conversations;
  readonly waiting: WaitingRequests;
  readonly trouble: Pick<PageHealth, "onDidChange">;
  readonly clock: Clock;
}

/** The status bar item: the activity of the current conversation and the number of waiting requests. */
export class StatusBar implements Disposable {
  readonly #conversations: Conversations;
  readonly #waiting: WaitingRequests;
  readonly #store = new DisposableStore();
  readonly #item: vscode.StatusBarItem;
  /** The content of the item. Each property that is set is sent to the window, also one that stays the same. */
  #drawn = "";
  /** True while the chat cannot be shown. */
  #hasTrouble = false;
  #timer: Disposable | undefined;

  constructor({ conversations, waiting, trouble, clock }: StatusBarOptions) {
    this.#conversations = conversations;
    this.#waiting = waiting;
    this.#item = this.#store.add(
      vscode.window.createStatusBarItem("tandem.status", vscode.StatusBarAlignment.Right, 90),
    );
    this.#item.name = "Tandem";
    const draw = (): void => this.#draw();
    this.#store.add(
      trouble.onDidChange((isThere) => {
        this.#hasTrouble = isThere;
        this.#draw();
      }),
    );
    this.#store.add(conversations.places.onDidChange(draw));
    this.#store.add(waiting.onDidChange(draw));
    this.#store.add(conversations.changes.onDidChangeState(shown, draw));
    this.#store.add(conversations.changes.onDidChangeState(["contextTokens"], () => this.#drawSoon(clock)));
    this.#store.defer(() => this.#timer?.dispose());
  }

  dispose(): void {
    this.#store.dispose();
  }

  #drawSoon(clock: Clock): void {
    this.#timer ??= clock.after(contextDelayMs, () => {
      this.#timer = undefined;
      this.#draw();
    });
  }

  #draw(): void {
    const { current } = this.#conversations;
    if (!current && !this.#hasTrouble) {
      this.#drawn = "";
      return this.#item.hide();
    }
    const length = this.#waiting.count;
    const state = current?.conversation.state;
    // A waiting request is more urgent, and can be answered without the chat.
    const showsTrouble = !state || (this.#hasTrouble && length === 0);
    const code = showsTrouble ? "failed" : getStatusCode(state, length);
    const status = showsTrouble ? startFailureText.chatStatusBar() : getStatusText(state, length);
    const title = state?.title ?? "";
    // A request on the screen needs no second signal.
    const isLoud = this.#waiting.all.some(({ conversation }) => !this.#conversations.places.isVisible(conversation));
    const drawn = JSON.stringify([code, status, title, length, isLoud]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const icons = {
      waiting: "bell-dot",
      failed: "error",
      silent: "warning",
      working: "loading~spin",
      starting: "loading~spin",
      idle: "comment-discussion",
    } as const;
    const text = escapeLine(status);
    this.#item.text = `$(${icons[code]}) ${text.replace(/\$\(/g, "\\$(")}`;
    this.#item.tooltip = escapeLine(title);
    this.#item.accessibilityInformation = { label: `Tandem: ${text}` };
    this.#item.command = length > 0 ? "tandem.nextWaiting" : "tandem.focus";
    this.#item.backgroundColor = isLoud ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.#item.show();
  }
}
