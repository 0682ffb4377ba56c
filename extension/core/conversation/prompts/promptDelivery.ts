import { orLogged } from "../../../shared/base/background.ts";
import { isFailure } from "../../../shared/base/failure.ts";
import type { QueuedPrompt } from "../../../shared/contract/conversationState.ts";
import type { Client } from "../../protocol/connection/client.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import type { PromptAttachments } from "./promptAttachments.ts";
import type { PromptGate } from "./promptGate.ts";
import type { PromptQueue } from "./promptQueue.ts";
import type { WrittenPrompts } from "./writtenPrompts.ts";

export interface PromptDeliveryOptions {
  /** Returns the client of the newest process, also while it starts. */
  readonly client: () => Client | undefined;
  readonly queue: PromptQueue;
  readonly written: Pick<WrittenPrompts, "sendFirst">;
  readonly gate: Pick<PromptGate, "admit">;
  readonly promptAttachments: Pick<PromptAttachments, "readBlocks">;
  /** Interrupts the running turn; `isAll`: also cancels earlier prompts that `claude` has not begun. */
  readonly interrupt: (isAll: boolean) => Promise<void>;
}

/**
 * Writes prompts to `claude`: as turns of their own while none runs, or into the running turn.
 *
 * - The first prompt of a new conversation follows `initialize` without waiting for its response (2.1.329). Before that
 *   version it waits, as `claude` reads nothing before its MCP servers are connected or have failed.
 * - A prompt in a turn is read between two steps, or begins the next turn if no step follows (2.1.329). Older versions
 *   read such a prompt as well, but no frame says when, so that it could be lost or sent twice: there the turn is
 *   interrupted.
 */
export class PromptDelivery {
  readonly #context: ConversationContext;
  readonly #options: PromptDeliveryOptions;
  #isInitializing = false;

  constructor(context: ConversationContext, options: PromptDeliveryOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** True while a prompt may be written to the process of a new conversation that has not started yet. */
  get isInitializing(): boolean {
    return this.#isInitializing;
  }

  /** Notes that `initialize` of a new conversation was written, and sends the next prompt. */
  beginInitializing(): void {
    this.#isInitializing = true;
    this.sendNext();
  }

  /** Notes that the process has started, or has ended. */
  endInitializing(): void {
    this.#isInitializing = false;
  }

  /** Writes the prompt that may be sent now, once the gate admits it. One that cannot be written stays queued. */
  sendNext(): void {
    const { queue, written, gate, promptAttachments } = this.#options;
    const { status, isRestartPlanned } = this.#context.state;
    const isWorking = status === "working";
    const canBegin = (status === "idle" && !isRestartPlanned) || (status === "starting" && this.#isInitializing);
    const client = isWorking || canBegin ? this.#options.client() : undefined;
    if (!client) return;
    const next = isWorking ? queue.urgent : queue.next;
    if (!next || !gate.admit(next)) return;
    const write = (prompt: QueuedPrompt): void =>
      client.prompt(promptAttachments.readBlocks(prompt), {
        uuid: prompt.id,
        ...(isWorking ? { priority: "next" as const } : {}),
      });
    try {
      if (isWorking) queue.join(next, write);
      else written.sendFirst(write);
    } catch (error) {
      if (!isFailure(error, "connectionClosed")) throw error;
      this.#context.logger.debug(`a prompt was not sent: ${error.message}`);
    }
  }

  /** Returns whether a prompt that is sent now joins the running turn without ending it. */
  joins(id: string): boolean {
    const { queue } = this.#options;
    return this.#context.state.status === "working" && !queue.isJoining(id) && tellsLifecycle(this.#options.client());
  }

  /**
   * Sends a queued prompt before the others: into the running turn if possible, else after that turn, which is
   * interrupted.
   */
  async sendNow(id: string): Promise<void> {
    const { queue, interrupt } = this.#options;
    // `claude` has the prompt already, and begins it when the turn is over.
    if (queue.isJoining(id)) return interrupt(false);
    const isUrgent = this.joins(id);
    if (!queue.putFirst(id, isUrgent)) return;
    if (this.#context.state.status === "working" && !isUrgent) await interrupt(false);
    else this.sendNext();
  }

  /** Takes a prompt out of the running turn. Returns false if `claude` has read it meanwhile. */
  async recall(id: string): Promise<boolean> {
    const { queue } = this.#options;
    if (!queue.isJoining(id)) return true;
    const client = this.#options.client();
    const answer =
      client &&
      (await orLogged(
        client.call("cancel_async_message", { message_uuid: id }),
        this.#context.logger,
        "taking a prompt back",
      ));
    // A prompt that an idle `claude` does not know will never arrive.
    if (!answer?.cancelled && this.#context.state.status === "working") return false;
    queue.takeBackJoining(id);
    return true;
  }

  /** Takes back all prompts that the running turn has not read, before something ends it. */
  async recallAll(): Promise<void> {
    const joining = this.#context.state.queue.filter(({ isJoining }) => isJoining);
    await Promise.all(joining.map(({ id }) => this.recall(id)));
  }
}

/** Returns whether `claude` reports the lifecycle of each prompt and can cancel one (2.1.329). */
function tellsLifecycle(client: Client | undefined): boolean {
  return client?.hasCapability("msg_lifecycle_v1") === true && client.supports("cancel_async_message");
}
