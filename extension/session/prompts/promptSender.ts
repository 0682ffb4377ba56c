import type { ConversationState } from "../../contract/conversationState.ts";
import type { Client } from "../../protocol/client.ts";
import type { Attached } from "./attached.ts";
import type { PromptQueue } from "./promptQueue.ts";
import type { ReadFirst } from "./readFirst.ts";

export interface PromptSenderOptions {
  readonly state: () => ConversationState;
  /** The client of the newest process, also while that starts. */
  readonly client: () => Client | undefined;
  readonly queue: PromptQueue;
  readonly mentions: ReadFirst;
  readonly attached: Attached;
}

/**
 * Writes what waits, one prompt at a time, when the process is idle. The first prompt of a new conversation follows `initialize` without
 * waiting for its answer: all versions read their lines in order and keep what comes early (2.0.77, 2.1.50, 2.1.329).
 */
export class PromptSender {
  readonly #options: PromptSenderOptions;
  /** `initialize` is written to the process of a new conversation, and not answered yet. */
  #isInitializing = false;

  constructor(options: PromptSenderOptions) {
    this.#options = options;
  }

  /** `initialize` of a new conversation was written. */
  beginInitializing(): void {
    this.#isInitializing = true;
    this.sendNext();
  }

  /** It was answered or refused, or there is no process any more. */
  endInitializing(): void {
    this.#isInitializing = false;
  }

  sendNext(): void {
    const { queue, mentions, attached } = this.#options;
    const { status } = this.#options.state();
    if (status !== "idle" && !(status === "starting" && this.#isInitializing)) return;
    const client = this.#options.client();
    if (!client || !queue.next || !mentions.prepare(queue.next)) return;
    queue.sendFirst((prompt) => client.prompt(attached.blocksOf(prompt), { uuid: prompt.id }));
  }
}
