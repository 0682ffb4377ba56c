import { background } from "../../../shared/base/background.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { QueuedPrompt } from "../../../shared/contract/conversationState.ts";
import type { Notice } from "../../../shared/contract/notices.ts";
import type { Hold, Participant, PromptAddition } from "../ports/participant.ts";
import type { AttachmentContentStore } from "../ports/ports.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import type { PromptQueue } from "./promptQueue.ts";

export interface PromptGateOptions {
  /** Participants in the order in which they prepare a prompt. */
  readonly participants: readonly Participant[];
  readonly queue: Pick<PromptQueue, "beginReading" | "cancelReading" | "finishReading" | "holdUnprepared">;
  readonly attachments: Pick<AttachmentContentStore, "add">;
  /** Tries again to send the next prompt. */
  readonly sendNext: () => void;
}

type Outcome = PromptAddition | Hold | undefined;
type State =
  | { readonly kind: "idle" }
  | { readonly kind: "preparing"; readonly id: string; readonly controller: AbortController }
  | { readonly kind: "ready"; readonly id: string };

const idle: State = { kind: "idle" };

/**
 * Admits a prompt once every participant has prepared it; at once if none has work for it.
 *
 * - idle → preparing: a prompt is next to be sent. Only one is prepared at a time: another prompt that comes first
 *   cancels it.
 * - preparing → ready → idle: all participants are done, and the gate tries to send the prompt. If that fails, the
 *   prompt is prepared again when it is next again.
 * - preparing → idle: the preparation was cancelled, or a participant holds the prompt.
 */
export class PromptGate {
  readonly #context: ConversationContext;
  readonly #options: PromptGateOptions;
  #state: State = idle;

  constructor(context: ConversationContext, options: PromptGateOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Returns whether a prompt can be sent now. If not, the gate tries again once the prompt is prepared. */
  admit(prompt: QueuedPrompt): boolean {
    if (this.#state.kind !== "idle" && this.#state.id === prompt.id) return this.#state.kind === "ready";
    this.cancel();
    const controller = new AbortController();
    const steps = this.#options.participants.values();
    for (const participant of steps) {
      const work = this.#begin(participant, prompt, controller.signal);
      if (!work) continue;
      this.#state = { kind: "preparing", id: prompt.id, controller };
      background(
        this.#finish(prompt, controller.signal, participant, work, steps),
        this.#context.logger,
        "preparing a prompt",
      );
      return false;
    }
    return true;
  }

  /** Cancels the preparation, because the process ended or another prompt comes first. */
  cancel(): void {
    const state = this.#state;
    this.#state = idle;
    if (state.kind !== "preparing") return;
    state.controller.abort();
    this.#options.queue.cancelReading(state.id);
  }

  /** Cancels the preparation of a prompt that was removed from the queue, and tries the prompts behind it. */
  forget(id: string): void {
    if (this.#state.kind !== "preparing" || this.#state.id !== id) return;
    this.cancel();
    this.#options.sendNext();
  }

  /** Returns undefined if the participant has no work. Does not throw. */
  #begin(participant: Participant, prompt: QueuedPrompt, signal: AbortSignal): Promise<Outcome> | undefined {
    let work: Promise<Outcome> | undefined;
    try {
      work = participant.beforePrompt?.(prompt, signal);
    } catch (error) {
      work = Promise.reject(error);
    }
    if (work && participant.activity === "reading") this.#options.queue.beginReading(prompt.id);
    // `#finish` handles the rejection later; until then this prevents an unhandled rejection.
    work?.catch(() => {});
    return work;
  }

  /** Waits for the work of one participant, then runs the others. Never rejects. */
  async #finish(
    prompt: QueuedPrompt,
    signal: AbortSignal,
    first: Participant,
    begun: Promise<Outcome>,
    rest: Iterable<Participant>,
  ): Promise<void> {
    const additions: PromptAddition[] = [];
    const take = async (participant: Participant, work: Promise<Outcome>): Promise<Notice | undefined> => {
      try {
        const outcome = await work;
        if (outcome && "hold" in outcome) return outcome.hold;
        if (outcome) additions.push(outcome);
        return undefined;
      } catch (error) {
        const reason = getErrorMessage(error);
        if (!signal.aborted) this.#context.logger.warn(`${participant.name} could not prepare a prompt: ${reason}`);
        return prompt.unpreparedBy === participant.name ? undefined : { code: "promptNotPrepared", reason };
      }
    };
    let last = first;
    let hold = await take(first, begun);
    for (const participant of rest) {
      if (signal.aborted || hold) break;
      last = participant;
      const work = this.#begin(participant, prompt, signal);
      if (work) hold = await take(participant, work);
    }
    if (signal.aborted) return;
    this.#state = hold ? idle : { kind: "ready", id: prompt.id };
    if (hold) {
      this.#context.notice("error", hold);
      this.#options.queue.holdUnprepared(prompt.id, last.name);
    } else if (additions.length > 0) {
      this.#options.queue.finishReading(prompt.id, this.#join(additions));
    } else {
      this.#options.queue.cancelReading(prompt.id);
    }
    this.#options.sendNext();
    if (this.#state.kind === "ready") this.#state = idle;
  }

  #join(additions: readonly PromptAddition[]): Parameters<PromptQueue["finishReading"]>[1] {
    const mentioned = additions.flatMap((addition) => addition.mentioned ?? []);
    return {
      attachments: additions.flatMap(({ contents = [] }) =>
        contents.map((content) => this.#options.attachments.add(content)),
      ),
      mentioned: mentioned.length > 0 ? mentioned : undefined,
    };
  }
}
