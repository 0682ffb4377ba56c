import type { Clock } from "../base/clock.ts";
import { type Change, mainThread } from "../contract/changes.ts";
import type { ConversationState, QueuedPrompt } from "../contract/conversationState.ts";
import type { Frame } from "../protocol/decode.ts";
import { threadOf } from "./conversationStore.ts";
import { titleFrom } from "./reduce/reduceUser.ts";

export interface PromptQueueOptions {
  readonly state: () => ConversationState;
  readonly apply: (changes: readonly Change[]) => void;
  readonly newId: () => string;
  readonly clock: Clock;
}

/**
 * Prompts on their way to the CLI. One counts as sent when a frame shows that the CLI works on it; until
 * then it can come back. Every prompt has a uuid of its own: the CLI drops a repeated one silently (T-22).
 */
export class PromptQueue {
  readonly #options: PromptQueueOptions;
  /** The prompt that was written last, until some frame shows that the CLI took it. */
  #unconfirmed: QueuedPrompt | undefined;
  /** The CLI refused a prompt: nothing more is sent until the user says so. */
  #isHeld = false;

  constructor(options: PromptQueueOptions) {
    this.#options = options;
  }

  add(text: string): void {
    this.release();
    this.#set([...this.#queue, { id: this.#options.newId(), text }]);
  }

  /** Takes a prompt out and returns its text. */
  remove(id: string): string | undefined {
    const found = this.#queue.find((entry) => entry.id === id);
    if (found) this.#set(this.#queue.filter((entry) => entry !== found));
    return found?.text;
  }

  /** False when there is no such prompt any more. */
  putFirst(id: string): boolean {
    const found = this.#queue.find((entry) => entry.id === id);
    this.release();
    if (found) this.#set([found, ...this.#queue.filter((entry) => entry !== found)]);
    return found !== undefined;
  }

  /** Lets prompts go again after one was refused. */
  release(): void {
    this.#isHeld = false;
  }

  /** Writes the first prompt with `write`, and shows it in the transcript. */
  sendFirst(write: (prompt: QueuedPrompt) => void): void {
    const [first, ...rest] = this.#queue;
    if (!first || this.#isHeld) return;
    write(first);
    this.#unconfirmed = first;
    const title = this.#options.state().title === "" ? { title: titleFrom(first.text) } : {};
    this.#options.apply([
      { kind: "put", thread: mainThread, item: { kind: "prompt", id: first.id, text: first.text } },
      { kind: "state", set: { queue: rest, status: "working", turnStartedAt: this.#options.clock.now(), ...title } },
    ]);
  }

  /** Notes what a frame says about the prompt that was written last. Returns true when the CLI will not work on it. */
  observe(frame: Frame): boolean {
    if (isTaken(frame)) this.#unconfirmed = undefined;
    if (frame.type !== "command_lifecycle" || frame.command_uuid !== this.#unconfirmed?.id) return false;
    this.#isHeld = frame.state === "refused" || frame.state === "discarded";
    return this.#isHeld;
  }

  /** A prompt that the CLI did not take, or went away without taking, waits again. */
  takeBack(): void {
    const lost = this.#unconfirmed;
    this.#unconfirmed = undefined;
    if (!lost) return;
    this.#options.apply([{ kind: "remove", thread: mainThread, id: lost.id }]);
    this.#set([{ id: this.#options.newId(), text: lost.text }, ...this.#queue]);
  }

  get #queue(): readonly QueuedPrompt[] {
    return this.#options.state().queue;
  }

  #set(queue: readonly QueuedPrompt[]): void {
    this.#options.apply([{ kind: "state", set: { queue } }]);
  }
}

/** Whether a frame shows that the CLI works on the newest prompt; a subagent of an earlier one does not. */
function isTaken(frame: Frame): boolean {
  if (frame.type === "system") return frame.subtype === "init";
  return (frame.type === "stream_event" || frame.type === "assistant") && threadOf(frame) === mainThread;
}
