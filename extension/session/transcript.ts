import { mainThread } from "../contract/ids.ts";
import type { ToolDetails } from "../contract/tools.ts";
import type { Page, PageAnchor } from "../contract/toWebview.ts";
import type { ConversationStore } from "./conversationStore.ts";
import { describeCall } from "./tools/describeCall.ts";

export interface PromptText {
  readonly id: string;
  readonly text: string;
}

/** What was said and done, to be read: by pages from the end or next to an item, never as a whole. */
export class Transcript {
  readonly #store: ConversationStore;

  constructor(store: ConversationStore) {
    this.#store = store;
  }

  /** Up to `count` items of a thread. An item that is gone reads as the end. */
  page(thread: string, at: PageAnchor, count: number): Page {
    return this.#store.timeline.page(thread, at, count);
  }

  /** Prompts so far, newest first. */
  get prompts(): readonly PromptText[] {
    return this.#store.timeline
      .items()
      .flatMap((item) => (item.kind === "prompt" ? [{ id: item.id, text: item.text }] : []))
      .reverse();
  }

  /** Text of the newest reply; undefined before there is one. */
  get lastReply(): string | undefined {
    return this.#store.timeline.items().findLast((item) => item.kind === "text")?.text;
  }

  /** What an opened card shows of a call; undefined for one that is not known. */
  details(toolId: string): ToolDetails | undefined {
    const record = this.#store.record(toolId);
    return record && describeCall(record);
  }

  /** Whether anything was said that a process could go on with. */
  get isEmpty(): boolean {
    return this.#store.timeline.items(mainThread).every((item) => item.kind === "notice");
  }
}
