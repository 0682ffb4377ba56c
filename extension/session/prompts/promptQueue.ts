import type { Clock } from "../../base/clock.ts";
import type { Attachment, Prompt } from "../../contract/attachments.ts";
import type { ConversationState, QueuedPrompt } from "../../contract/conversationState.ts";
import { mainThread } from "../../contract/ids.ts";
import type { StateDelta } from "../../contract/stateDeltas.ts";
import { isAttachmentOfMention } from "../../contract/suggestions.ts";
import { createTitle } from "../reduce/reduceUser.ts";

export interface PromptQueueOptions {
  readonly state: () => ConversationState;
  readonly apply: (changes: readonly StateDelta[]) => void;
  readonly newId: () => string;
  readonly clock: Clock;
  /** Hears that a prompt was taken out. */
  readonly onRemove: (id: string) => void;
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
  /** The prompts of the turn that runs, or that was cut: the CLI may not have saved them yet (2.1.329 writes its first turn when that ends). */
  #begun: readonly QueuedPrompt[] = [];
  /** The CLI refused a prompt: what stands behind it may need it, so nothing goes until the user says so. */
  #isStopped = false;

  constructor(options: PromptQueueOptions) {
    this.#options = options;
  }

  /** Prompts that the CLI may have nothing of on the disk, in order. What they mention is read when they go. */
  get unsaved(): readonly QueuedPrompt[] {
    const begun = this.#unconfirmed ? [this.#unconfirmed] : this.#begun;
    return [...begun, ...this.#queue].map(({ isReading: _, mentioned: __, isUnread: ___, isUrgent: ____, isJoining: _____, ...prompt }) => prompt);
  }

  /** Returns its id. */
  add(text: string, attachments: readonly Attachment[]): string {
    this.#isStopped = false;
    const id = this.#options.newId();
    this.#set([...this.#queue, { id, text, ...(attachments.length > 0 ? { attachments } : {}) }]);
    return id;
  }

  /** What a prompt mentions is being read: it does not go until `finishReading` or `cancelReading`. */
  beginReading(id: string): void {
    this.#change(id, (entry) => ({ ...entry, isReading: true }));
  }

  /** What a prompt mentions is not read after all, or nothing came of it. */
  cancelReading(id: string): void {
    if (this.#queue.some((entry) => entry.id === id && entry.isReading)) this.#change(id, ({ isReading: _, ...entry }) => entry);
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
      const attachments = [...(entry.attachments ?? []).filter(({ name }) => !isAttachmentOfMention(name)), ...(read.attachments ?? [])];
      return { ...entry, attachments: attachments.length > 0 ? attachments : undefined, mentioned: read.mentioned };
    });
  }

  /** Takes a prompt out and returns it. */
  remove(id: string): Prompt | undefined {
    const found = this.#queue.find((entry) => entry.id === id);
    if (!found) return undefined;
    this.#set(this.#queue.filter((entry) => entry !== found));
    this.#options.onRemove(id);
    return found;
  }

  /** Puts a prompt in front and lets it go, into the running turn where it is urgent. False when there is no such prompt any more. */
  putFirst(id: string, isUrgent = false): boolean {
    const found = this.#queue.find((entry) => entry.id === id);
    this.#isStopped = false;
    if (found)
      this.#set([
        {
          ...found,
          id: found.isHeld && !found.isReading ? this.#options.newId() : found.id,
          isHeld: undefined,
          isUrgent: isUrgent || undefined,
        },
        ...this.#queue.filter((entry) => entry !== found),
      ]);
    return found !== undefined;
  }

  /** Puts a prompt at another place in the queue, counted from its front. False when there is no such prompt any more. */
  move(id: string, to: number): boolean {
    const found = this.#queue.find((entry) => entry.id === id);
    if (!found) return false;
    const others = this.#queue.filter((entry) => entry !== found);
    this.#set([...others.slice(0, to), found, ...others.slice(to)]);
    return true;
  }

  /** The prompt that may go now: none while the one whose turn it is waits for what it mentions. */
  get next(): QueuedPrompt | undefined {
    const first = this.#isStopped ? undefined : this.#queue.find((entry) => !entry.isHeld);
    // The CLI begins what joins a turn by itself; nothing overtakes it.
    return first?.isReading || this.#queue.some((entry) => entry.isJoining) ? undefined : first;
  }

  /** The prompt that is to go into the running turn: none while what it mentions is read. */
  get urgent(): QueuedPrompt | undefined {
    const found = this.#queue.find((entry) => entry.isUrgent && !entry.isHeld);
    return found?.isReading ? undefined : found;
  }

  /** Writes a prompt into the running turn with `write`. It stays in the queue until the CLI says that it reads it. */
  join(prompt: QueuedPrompt, write: (prompt: QueuedPrompt) => void): void {
    write(prompt);
    this.#change(prompt.id, ({ isUrgent: _, ...entry }) => ({ ...entry, isJoining: true }));
  }

  /** Whether a prompt was written into a turn that has not read it yet. */
  isJoining(id: string): boolean {
    return this.#queue.some((entry) => entry.id === id && entry.isJoining);
  }

  /** The CLI reads a prompt that was written into a turn: in that turn, or in one that begins with it. */
  begin(id: string): void {
    const found = this.#queue.find((entry) => entry.id === id && entry.isJoining);
    if (!found) return;
    const at = this.#options.clock.now();
    const isOfTurn = this.#begun.length > 0;
    this.#begun = [...this.#begun, found];
    this.#options.apply([
      promptChange(found, at),
      {
        kind: "state",
        set: { queue: this.#queue.filter((entry) => entry !== found), suggestion: null, ...(isOfTurn ? {} : { status: "working", turnStartedAt: at }) },
      },
    ]);
  }

  /** The CLI will not read a prompt that was written into a turn: it waits until the user says so. */
  takeBackJoining(id: string): void {
    if (this.isJoining(id)) this.#change(id, ({ isJoining: _, ...entry }) => ({ ...entry, isHeld: true }));
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
    this.#unconfirmed = first;
    this.#begun = [first];
    const { text, attachments } = first;
    const at = this.#options.clock.now();
    const title = this.#options.state().title === "" ? { title: createTitle(text.trim() || (attachments?.[0]?.name ?? "")) } : {};
    this.#options.apply([
      promptChange(first, at),
      {
        kind: "state",
        set: { queue: this.#queue.filter((entry) => entry !== first), status: "working", turnStartedAt: at, suggestion: null, ...title },
      },
    ]);
  }

  /** The process goes, in a turn or between two: prompts come back, and what stood behind a turn waits. Returns whether a turn was cut. */
  end({ isInTurn }: { isInTurn: boolean }): boolean {
    // Whether the CLI read them is not known: under other uuids none is dropped as a repeated one.
    if (this.#queue.some((entry) => entry.isJoining))
      this.#set(this.#queue.map(({ isJoining, ...entry }) => (isJoining ? { ...entry, id: this.#options.newId() } : entry)));
    if (isInTurn) this.hold();
    const isPromptBack = this.takeBack();
    return isInTurn && !isPromptBack;
  }

  /** The turn that ran was cut: what was to follow it goes only when the user says so. */
  hold(): void {
    if (!this.#unconfirmed) this.#set(this.#queue.map((entry) => (entry.isJoining ? entry : { ...entry, isHeld: true })));
  }

  /** A frame shows that the CLI works on the prompt that was written last. */
  confirm(): void {
    this.#unconfirmed = undefined;
  }

  /** A turn ended, and is saved: it was begun by the prompt before it, also where no frame said so. */
  endTurn(): void {
    this.#unconfirmed = undefined;
    this.#begun = [];
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
    if (isLast && this.#queue.some((entry) => entry.isJoining)) this.#set(this.#queue.map(({ isJoining: _, ...entry }) => entry));
    return this.#takeBack({ keepsId: isLast });
  }

  #takeBack({ isHeld = false, keepsId = false }: { isHeld?: boolean; keepsId?: boolean }): boolean {
    const lost = this.#unconfirmed;
    this.#unconfirmed = undefined;
    if (!lost) return false;
    this.#begun = [];
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

/** A prompt as the newest row of the conversation. */
function promptChange({ id, text, attachments, mentioned }: QueuedPrompt, at: number): StateDelta {
  return {
    kind: "put",
    thread: mainThread,
    item: { kind: "prompt", id, text, at, ...(attachments ? { attachments } : {}), ...(mentioned ? { mentioned } : {}) },
  };
}
