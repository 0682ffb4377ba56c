import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import type { ViewState } from "../../extension/shared/contract/viewState.ts";

/** Time in milliseconds for which changes are collected before they are sent to the host. */
const gatherMs = 250;

/**
 * View states of the conversations that this webview has shown. The host stores them too, because they outlive the
 * webview.
 */
export class ViewStates {
  readonly #send: (conversation: ConversationId, view: ViewState) => void;
  readonly #views = new Map<ConversationId, ViewState>();
  readonly #changed = new Set<ConversationId>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (conversation: ConversationId, view: ViewState) => void) {
    this.#send = send;
  }

  get(conversation: ConversationId): ViewState | undefined {
    return this.#views.get(conversation);
  }

  set(conversation: ConversationId, view: ViewState): void {
    this.#views.set(conversation, view);
    this.#changed.add(conversation);
    this.#timer ??= setTimeout(() => this.#sendAll(), gatherMs);
  }

  #sendAll(): void {
    this.#timer = undefined;
    for (const conversation of this.#changed) {
      const view = this.#views.get(conversation);
      if (view) this.#send(conversation, view);
    }
    this.#changed.clear();
  }
}
