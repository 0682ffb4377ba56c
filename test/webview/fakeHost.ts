import { type ConversationState, createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import type { FromWebview } from "../../extension/shared/contract/fromWebview.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import type { Item } from "../../extension/shared/contract/items.ts";
import { defaultOptions } from "../../extension/shared/contract/panelOptions.ts";
import type { ConversationSnapshot, ToWebview } from "../../extension/shared/contract/toWebview.ts";
import type { Host, IncomingEnvelope, OutgoingEnvelope, TypedInput, WebviewState } from "../../webview/host.ts";

export const shown = "c1" as ConversationId;

/** The extension host as a webview sees it, with everything the webview sent. */
export class FakeHost implements Host {
  readonly envelopes: OutgoingEnvelope[] = [];
  state: WebviewState | undefined;

  get sent(): FromWebview[] {
    return this.envelopes.map(({ message }) => message);
  }
  send(envelope: OutgoingEnvelope): void {
    this.envelopes.push(envelope);
  }
  onMessage(): void {}
  typed: TypedInput | undefined;
  takeTyped(): TypedInput | undefined {
    const { typed } = this;
    this.typed = undefined;
    return typed;
  }
  saveState(state: WebviewState): void {
    this.state = state;
  }
  savedState(): WebviewState | undefined {
    return this.state;
  }
}

export const idle: ConversationState = { ...createEmptyState("/w"), status: "idle" };

export const text = (id: string, value = id): Item => ({ kind: "text", id, text: value, isStreaming: false });

/** A message of the host about the conversation that is shown. */
export const about = (message: ToWebview, conversation = shown): IncomingEnvelope => ({ conversation, message });

export function snapshot(items: readonly Item[] = [], hasOlder = false): ConversationSnapshot {
  return {
    type: "snapshot",
    state: idle,
    page: { thread: "", at: { kind: "end" }, items, hasOlder, hasNewer: false },
    draft: "",
    view: { open: [] },
    options: { ...defaultOptions, starters: [{ label: "a start", prompt: "Begin" }] },
  };
}
