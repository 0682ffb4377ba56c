import type { Clock } from "../../base/clock.ts";
import type { Attachment, Prompt } from "../../contract/attachments.ts";
import type { Change } from "../../contract/changes.ts";
import type { ConversationState, QueuedPrompt } from "../../contract/conversationState.ts";
import { mainThread } from "../../contract/ids.ts";
import { isOfMention } from "../../contract/suggestions.ts";
import { titleFrom } from "../reduce/reduceUser.ts";

export interface PromptQueueOptions {
  readonly state: () => ConversationState;
  readonly apply: (changes: readonly Change[]) => void;
  readonly newId: () => string;
  readonly clock: Clock;
}

/**
 * Prompts on their way to the CLI. One counts as sent when a frame shows that the CLI works on it; until
 * then it can come back. A prompt that was refused, that stood behind a turn that was cut, or that comes from
 * before a restart of the editor, is held until the user sends it. Every prompt has a uuid of its own: the CLI drops a repeated one silently (all versions).
 */
export class PromptQueue {
  readonly #options: PromptQueueOptions;
  /** The prompt that was written last, until some frame shows that the CLI took it. */
  #unconfirmed: QueuedPrompt | undefined;
  /** The prompt of the turn that runs, or that was cut: the CLI may not have saved it yet (2.1.329 writes its first turn when that ends). */
  #begun: QueuedPrompt | undefined;
  /** The CLI refused a prompt: what stands behind it may need it, so nothing goes until the user says so. */
  #isStopped = false;

  constructor(options: PromptQueueOptions) {
    this.#options = options;
  }

  /** Prompts that the CLI may have nothing of on the disk, in order. What they mention is read when they go. */
  get unsaved(): readonly QueuedPrompt[] {
    const begun = this.#unconfirmed ?? this.#begun;
    return [...(begun ? [begun] : []), ...this.#queue].map(({ isReading: _, mentioned: __, isUnread: ___, ...prompt }) => prompt);
  }

  /** Returns its id. */
  add(text: string, attachments: readonly Attachment[]): string {
    this.#isStopped = false;
    const id = this.#options.newId();
    this.#set([...this.#queue, { id, text, ...(attachments.length > 0 ? { attachments } : {}) }]);
    return id;
  }

  /** What a prompt mentions is being read: nothing goes until `finishReading`, unless the user puts another one in front. */
  beginReading(id: string): void {
    this.#change(id, (entry) => ({ ...entry, isReading: true }));
  }

  /**
   * What a prompt mentions goes with it now, in place of what was read of it before; undefined where that could not be read: then it is
   * held, with what stands behind it and may need it.
   */
  finishReading(id: string, read: Pick<Prompt, "attachments" | "mentioned"> | undefined): void {
    const at = this.#queue.findIndex((entry) => entry.id === id);
    if (at !== -1 && !read) this.#set(this.#queue.map((entry, index) => (index < at ? entry : { ...entry, isHeld: true })));
    this.#change(id, ({ isReading: _, ...entry }) => {
      if (!read) return { ...entry, isUnread: true };
      const attachments = [...(entry.attachments ?? []).filter(({ name }) => !isOfMention(name)), ...(read.attachments ?? [])];
      return { ...entry, attachments: attachments.length > 0 ? attachments : undefined, mentioned: read.mentioned };
    });
  }

  /** Takes a prompt out and returns it. */
  remove(id: string): Prompt | undefined {
    const found = this.#queue.find((entry) => entry.id === id);
    if (found) this.#set(this.#queue.filter((entry) => entry !== found));
    return found;
  }

  /** Puts a prompt in front and lets it go. False when there is no such prompt any more. */
  putFirst(id: string): boolean {
    const found = this.#queue.find((entry) => entry.id === id);
    this.#isStopped = false;
    if (found)
      this.#set([
        { ...found, id: found.isHeld && !found.isReading ? this.#options.newId() : found.id, isHeld: undefined },
        ...this.#queue.filter((entry) => entry !== found),
      ]);
    return found !== undefined;
  }

  /** Puts a prompt at another place in the queue, counted from its front. */
  move(id: string, to: number): void {
    const found = this.#queue.find((entry) => entry.id === id);
    if (!found) return;
    const others = this.#queue.filter((entry) => entry !== found);
    this.#set([...others.slice(0, to), found, ...others.slice(to)]);
  }

  /** The prompt that may go now: none while the one whose turn it is waits for what it mentions. */
  get next(): QueuedPrompt | undefined {
    const first = this.#isStopped ? undefined : this.#queue.find((entry) => !entry.isHeld);
    return first?.isReading ? undefined : first;
  }

  /** Whether a prompt goes by itself, now or once what it mentions is read. */
  get hasNext(): boolean {
    return !this.#isStopped && this.#queue.some((entry) => !entry.isHeld);
  }

  /** Writes the first prompt that may go with `write`, and shows it in the transcript. */
  sendFirst(write: (prompt: QueuedPrompt) => void): void {
    const first = this.next;
    if (!first) return;
    write(first);
    this.#unconfirmed = this.#begun = first;
    const { text, attachments, mentioned } = first;
    const at = this.#options.clock.now();
    const title = this.#options.state().title === "" ? { title: titleFrom(text.trim() || (attachments?.[0]?.name ?? "")) } : {};
    this.#options.apply([
      {
        kind: "put",
        thread: mainThread,
        item: { kind: "prompt", id: first.id, text, at, ...(attachments ? { attachments } : {}), ...(mentioned ? { mentioned } : {}) },
      },
      {
        kind: "state",
        set: { queue: this.#queue.filter((entry) => entry !== first), status: "working", turnStartedAt: at, suggestion: null, ...title },
      },
    ]);
  }

  /** The process goes, in a turn or between two: prompts come back, and what stood behind a turn waits. Returns whether a turn was cut. */
  end({ isInTurn }: { isInTurn: boolean }): boolean {
    if (isInTurn) this.hold();
    const isPromptBack = this.takeBack();
    return isInTurn && !isPromptBack;
  }

  /** The turn that ran was cut: what was to follow it goes only when the user says so. */
  hold(): void {
    if (!this.#unconfirmed) this.#set(this.#queue.map((entry) => ({ ...entry, isHeld: true })));
  }

  /** A frame shows that the CLI works on the prompt that was written last. */
  confirm(): void {
    this.#unconfirmed = undefined;
  }

  /** A turn ended, and is saved: it was begun by the prompt before it, also where no frame said so. */
  endTurn(): void {
    this.#unconfirmed = this.#begun = undefined;
  }

  /** The CLI will not work on a prompt. True when that is the one that was written last: it waits again, held. */
  refuse(id: string): boolean {
    if (this.#unconfirmed?.id !== id) return false;
    this.#isStopped = true;
    this.#takeBack({ isHeld: true });
    return true;
  }

  /**
   * The process is gone: a prompt that it did not take waits again. It may have reached the CLI all the same, which
   * then would drop its uuid silently: the next send is under another one. Returns whether there was one. `isLast` keeps the uuid, by which the
   * transcript shows after a restart whether it arrived.
   */
  takeBack({ isLast = false } = {}): boolean {
    return this.#takeBack({ keepsId: isLast });
  }

  #takeBack({ isHeld = false, keepsId = false }: { isHeld?: boolean; keepsId?: boolean }): boolean {
    const lost = this.#unconfirmed;
    this.#unconfirmed = undefined;
    if (!lost) return false;
    this.#begun = undefined;
    this.#options.apply([{ kind: "remove", thread: mainThread, id: lost.id }]);
    this.#set([{ ...lost, id: keepsId ? lost.id : this.#options.newId(), ...(isHeld ? { isHeld } : {}) }, ...this.#queue]);
    return true;
  }

  #change(id: string, changed: (entry: QueuedPrompt) => QueuedPrompt): void {
    this.#set(this.#queue.map((entry) => (entry.id === id ? changed(entry) : entry)));
  }

  get #queue(): readonly QueuedPrompt[] {
    return this.#options.state().queue;
  }

  #set(queue: readonly QueuedPrompt[]): void {
    this.#options.apply([{ kind: "state", set: { queue } }]);
  }
}
