import type { QueuedPrompt, StatePatch } from "../../../shared/contract/conversationState.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import { createTitle } from "../reduce/reduceUser.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import type { PromptQueue } from "./promptQueue.ts";

/**
 * Prompts that were written to `claude` and can still come back. A prompt counts as sent when a frame shows that
 * `claude` works on it; one that `claude` did not take returns to the queue.
 */
export class WrittenPrompts {
  readonly #context: ConversationContext;
  readonly #queue: PromptQueue;
  /** The prompt that was written last, until a frame shows that `claude` took it. */
  #unconfirmed: QueuedPrompt | undefined;
  /**
   * Prompts of the turn that runs or was interrupted: `claude` may not have saved them yet (2.1.329 writes its first
   * turn when that ends).
   */
  #begun: readonly QueuedPrompt[] = [];

  constructor(context: ConversationContext, queue: PromptQueue) {
    this.#context = context;
    this.#queue = queue;
  }

  /** Prompts that `claude` may not have on disk, in order. Their mentions are read again when they are sent. */
  get unsent(): readonly QueuedPrompt[] {
    const begun = this.#unconfirmed ? [this.#unconfirmed] : this.#begun;
    return [...begun, ...this.#context.state.queue].map(
      ({ isReading: _, mentioned: __, unpreparedBy: ___, isUrgent: ____, isJoining: _____, ...prompt }) => prompt,
    );
  }

  /** Writes the first prompt that may be sent with `write`, and shows it in the transcript. */
  sendFirst(write: (prompt: QueuedPrompt) => void): void {
    const first = this.#queue.next;
    if (!first) return;
    write(first);
    this.#unconfirmed = first;
    this.#begun = [first];
    const { text, attachments } = first;
    const at = this.#context.clock.now();
    const title =
      this.#context.state.title === "" ? { title: createTitle(text.trim() || (attachments?.[0]?.name ?? "")) } : {};
    this.#show(first, at, { status: "working", turnStartedAt: at, suggestion: null, ...title });
  }

  /** Handles that `claude` reads a prompt that was written into a turn: in that turn, or in one that begins with it. */
  begin(id: string): void {
    const found = this.#context.state.queue.find((entry) => entry.id === id && entry.isJoining);
    if (!found) return;
    const at = this.#context.clock.now();
    const isOfTurn = this.#begun.length > 0;
    this.#begun = [...this.#begun, found];
    this.#show(found, at, { suggestion: null, ...(isOfTurn ? {} : { status: "working", turnStartedAt: at }) });
  }

  /** Notes that a frame shows that `claude` works on the prompt that was written last. */
  confirm(): void {
    this.#unconfirmed = undefined;
  }

  /** Notes that a turn ended and is saved. This confirms the prompt before it, even if no frame did. */
  endTurn(): void {
    this.#unconfirmed = undefined;
    this.#begun = [];
  }

  /**
   * Handles that `claude` will not work on a prompt. Returns true if it is the one that was written last, which then is
   * held.
   */
  refuse(id: string): boolean {
    if (this.#unconfirmed?.id !== id) return false;
    this.#queue.halt();
    this.#takeBack({ isHeld: true });
    return true;
  }

  /**
   * Handles the end of the process, in a turn or between turns: prompts come back, and those behind a turn are held.
   * Returns whether a turn was cut off.
   */
  endProcess({ isInTurn }: { isInTurn: boolean }): boolean {
    this.#queue.leaveTurn();
    // The prompt of a turn that had not begun comes back, and those behind it follow it.
    if (isInTurn && !this.#unconfirmed) this.#queue.hold();
    const isPromptBack = this.#takeBack();
    return isInTurn && !isPromptBack;
  }

  /**
   * Takes back what `claude` has not taken before the conversation closes. Returns whether the prompt that was written
   * last came back. All keep their uuids, with which the transcript shows after a restart whether they arrived.
   */
  close(): boolean {
    this.#queue.leaveTurn({ keepsIds: true });
    return this.#takeBack({ keepsId: true });
  }

  /**
   * Returns the prompt that was written last to the queue, unless `claude` took it. It may have reached `claude`
   * anyway, which would drop its uuid silently, so it gets a new one unless it keeps its own.
   */
  #takeBack(how: { readonly isHeld?: boolean; readonly keepsId?: boolean } = {}): boolean {
    const lost = this.#unconfirmed;
    this.#unconfirmed = undefined;
    if (!lost) return false;
    this.#begun = [];
    // In the queue before it leaves the transcript, because each change is saved.
    this.#queue.putBack(lost, how);
    this.#context.apply({ deltas: [{ kind: "remove", thread: mainThread, id: lost.id }] });
    return true;
  }

  /** Moves a prompt from the queue to the transcript. */
  #show(prompt: QueuedPrompt, at: number, set: StatePatch): void {
    const queue = this.#context.state.queue.filter((entry) => entry !== prompt);
    this.#context.apply({ deltas: [createPromptDelta(prompt, at), { kind: "state", set: { queue, ...set } }] });
  }
}

/** Returns a delta that appends a prompt to the conversation. */
function createPromptDelta({ id, text, attachments, mentioned }: QueuedPrompt, at: number): StateDelta {
  return {
    kind: "put",
    thread: mainThread,
    item: {
      kind: "prompt",
      id,
      text,
      at,
      ...(attachments ? { attachments } : {}),
      ...(mentioned ? { mentioned } : {}),
    },
  };
}
