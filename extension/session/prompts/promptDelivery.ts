import { orLogged } from "../../base/background.ts";
import type { Logger } from "../../base/logger.ts";
import type { ConversationState, QueuedPrompt } from "../../contract/conversationState.ts";
import type { Client } from "../../protocol/client.ts";
import type { PromptAttachments } from "./promptAttachments.ts";
import type { PromptGate } from "./promptGate.ts";
import type { PromptQueue } from "./promptQueue.ts";

export interface PromptDeliveryOptions {
  /** The client of the newest process, also while that starts. */
  readonly client: () => Client | undefined;
  readonly state: () => ConversationState;
  readonly queue: PromptQueue;
  readonly gate: Pick<PromptGate, "admit">;
  readonly promptAttachments: Pick<PromptAttachments, "readBlocks">;
  readonly logger: Logger;
  /** Ends the running turn; `isAll`: what the CLI has not begun of earlier prompts as well. */
  readonly interrupt: (isAll: boolean) => Promise<void>;
}

/**
 * Hands prompts to the CLI: as turns of their own while none runs, or into the running one.
 *
 * - The first prompt of a new conversation follows `initialize` without waiting for its answer: all versions read their lines in order
 *   and keep what comes early (2.0.77, 2.1.50, 2.1.329).
 * - A prompt in a turn is read between two steps, or begins the next turn where no step follows (2.1.329). Older versions read one as
 *   well, but no frame says when, so that one could be lost or sent twice: there the turn is interrupted.
 */
export class PromptDelivery {
  readonly #options: PromptDeliveryOptions;
  /** `initialize` is written to the process of a new conversation, and not answered yet. */
  #isInitializing = false;

  constructor(options: PromptDeliveryOptions) {
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

  /** Writes what may go now, once the gate lets it. */
  sendNext(): void {
    const { queue, gate, promptAttachments } = this.#options;
    const { status } = this.#options.state();
    const isWorking = status === "working";
    const canBegin = status === "idle" || (status === "starting" && this.#isInitializing);
    const client = isWorking || canBegin ? this.#options.client() : undefined;
    if (!client) return;
    const next = isWorking ? queue.urgent : queue.next;
    if (!next || !gate.admit(next)) return;
    const write = (prompt: QueuedPrompt): void =>
      client.prompt(promptAttachments.readBlocks(prompt), { uuid: prompt.id, ...(isWorking ? { priority: "next" as const } : {}) });
    if (isWorking) queue.join(next, write);
    else queue.sendFirst(write);
  }

  /** Whether sending a prompt now leaves the running turn as it is. */
  joins(id: string): boolean {
    const { state, queue } = this.#options;
    return state().status === "working" && !queue.isJoining(id) && tellsLifecycle(this.#options.client());
  }

  /** Sends a queued prompt before the others: into the running turn where that can be, else after its end, which comes now. */
  async sendNow(id: string): Promise<void> {
    const { queue, state, interrupt } = this.#options;
    // The CLI has it already, and begins it once the turn is over.
    if (queue.isJoining(id)) return interrupt(false);
    const isUrgent = this.joins(id);
    if (!queue.putFirst(id, isUrgent)) return;
    if (state().status === "working" && !isUrgent) await interrupt(false);
    else this.sendNext();
  }

  /** Takes a prompt out of the running turn again. False where it was read meanwhile. */
  async recall(id: string): Promise<boolean> {
    const { queue, state } = this.#options;
    if (!queue.isJoining(id)) return true;
    const client = this.#options.client();
    const answer = client && (await orLogged(client.call("cancel_async_message", { message_uuid: id }), this.#options.logger, "taking a prompt back"));
    // What an idle CLI does not know will never come.
    if (!answer?.cancelled && state().status === "working") return false;
    queue.takeBackJoining(id);
    return true;
  }

  /** Takes back all that the running turn has not read, before something ends it. */
  async recallAll(): Promise<void> {
    const joining = this.#options.state().queue.filter(({ isJoining }) => isJoining);
    await Promise.all(joining.map(({ id }) => this.recall(id)));
  }
}

/** Whether the CLI says what becomes of each prompt, and takes one back (2.1.329). */
function tellsLifecycle(client: Client | undefined): boolean {
  return client?.hasCapability("msg_lifecycle_v1") === true && client.supports("cancel_async_message");
}
