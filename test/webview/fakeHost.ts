import type { ConversationState } from "../../extension/contract/conversationState.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { Item } from "../../extension/contract/items.ts";
import type { Snapshot } from "../../extension/contract/toWebview.ts";
import type { Host, Kept } from "../../webview/host.ts";

/** The extension host as a page sees it, with everything the page sent. */
export class FakeHost implements Host {
  readonly sent: FromWebview[] = [];
  state: Kept | undefined;

  send(message: FromWebview): void {
    this.sent.push(message);
  }
  onMessage(): void {}
  keep(state: Kept): void {
    this.state = state;
  }
  kept(): Kept | undefined {
    return this.state;
  }
}

export const conversation: ConversationState = {
  status: "idle",
  title: "",
  folder: "/w",
  models: [],
  contextTokens: 0,
  costUsd: 0,
  requests: [],
  tasks: [],
  queue: [],
};

export const text = (id: string, value = id): Item => ({ kind: "text", id, text: value, isStreaming: false });

export function snapshot(items: readonly Item[] = [], start = 0): Snapshot {
  return {
    type: "snapshot",
    state: conversation,
    page: { thread: "", start, total: start + items.length, items },
    draft: "",
    options: { sendKey: "enter", starters: [{ label: "a start", prompt: "Begin" }] },
  };
}
