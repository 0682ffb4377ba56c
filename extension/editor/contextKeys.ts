import * as vscode from "vscode";
import { type Disposable, toDisposable } from "../base/disposable.ts";
import type { Event } from "../base/emitter.ts";
import type { Change } from "../contract/changes.ts";
import type { ConversationState } from "../contract/conversationState.ts";
import type { DiffReview } from "./diffReview.ts";

/** What the keys are read from; a conversation is one. */
export interface Followed {
  readonly state: ConversationState;
  readonly onDidChange: Event<readonly Change[]>;
}

/** Keeps the `when` contexts of commands and keys in step with the conversation, and closes diffs that were decided. */
export class ContextKeys implements Disposable {
  #subscription: Disposable = toDisposable(() => {});
  readonly #values = new Map<string, boolean>();

  follow(conversation: Followed, review: DiffReview): void {
    this.#subscription.dispose();
    const update = (): void => {
      const { status, requests } = conversation.state;
      this.#set("tandem.isWorking", status === "working");
      this.#set("tandem.hasRequest", requests.length > 0);
      const shown = review.shownRequest;
      if (shown !== undefined && !requests.some((request) => request.id === shown)) void review.close(shown);
    };
    this.#subscription = conversation.onDidChange((changes) => {
      if (changes.some((change) => change.kind === "state")) update();
    });
    update();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #set(key: string, value: boolean): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    void vscode.commands.executeCommand("setContext", key, value);
  }
}
