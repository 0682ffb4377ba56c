import { Emitter } from "../../../shared/base/emitter.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Attachment, Prompt } from "../../../shared/contract/composer/attachments.ts";
import { isAttachmentOfMention } from "../../../shared/contract/composer/suggestions.ts";
import type { QueuedPrompt } from "../../../shared/contract/conversationState.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import { createTitle } from "../reduce/reduceUser.ts";
import type { ConversationContext } from "../view/conversationContext.ts";

export interface PromptQueueOptions {
  /** Called when a prompt was removed. */
  readonly onRemove: (id: string) => void;
}

export interface ReplacedId {
  readonly id: string;
  readonly newId: string;
}

/**
 * Prompts on their way to `claude`. Invariants:
 *
 * - A prompt counts as sent when a frame shows that `claude` works on it; until then it can come back.
 * - A prompt is held until the user sends it if `claude` refused it, if it was behind an interrupted turn, or if it is
 *   from before a restart of the editor.
 * - Every prompt has its own uuid: `claude` drops a repeated one silently (all versions).
 */
export class PromptQueue {
  readonly #context: ConversationContext;
  readonly #options: PromptQueueOptions;
  readonly #replacedId: Emitter<ReplacedId>;
  /** The prompt that was written last, until a frame shows that `claude` took it. */
  #unconfirmed: QueuedPrompt | undefined;
  /**
   * Prompts of the turn that runs or was interrupted: `claude` may not have saved them yet (2.1.329 writes its first
   * turn when that ends).
   */
  #begun: readonly QueuedPrompt[] = [];
  /**
   * True after `claude` refused a prompt: the prompts behind it may need it, so none is sent until the user sends one.
   */
  #isStopped = false;

  constructor(context: ConversationContext, options: PromptQueueOptions) {
    this.#context = context;
    this.#options = options;
    this.#replacedId = new Emitter((error) =>
      context.logger.error(`a listener of the queue failed: ${getErrorMessage(error)}`),
    );
  }

  /** Fires when a prompt gets another id, before the state has it. */
  get onDidReplaceId() {
    return this.#replacedId.event;
  }

  /** Prompts that `claude` may not have on disk, in order. Their mentions are read again when they are sent. */
  get unsent(): readonly QueuedPrompt[] {
    const begun = this.#unconfirmed ? [this.#unconfirmed] : this.#begun;
    return [...begun, ...this.#queue].map(
      ({ isReading: _, mentioned: __, unpreparedBy: ___, isUrgent: ____, isJoining: _____, ...prompt }) => prompt,
    );
  }

  /** Appends a prompt. */
  add(text: string, attachments: readonly Attachment[], id = this.#context.newId()): void {
    this.#isStopped = false;
    this.#set([...this.#queue, { id, text, ...(attachments.length > 0 ? { attachments } : {}) }]);
  }

  /**
   * Notes that the mentions of a prompt are being read. The prompt is not sent until `finishReading` or
   * `cancelReading`.
   */
  beginReading(id: string): void {
    this.#change(id, (entry) => ({ ...entry, isReading: true }));
  }

  /** Notes that the mentions of a prompt are not read after all, or have no content. */
  cancelReading(id: string): void {
    if (this.#queue.some((entry) => entry.id === id && entry.isReading))
      this.#change(id, ({ isReading: _, ...entry }) => entry);
  }

  /** Holds a prompt that a participant could not prepare, and the prompts behind it, which may need it. */
  holdUnprepared(id: string, participant: string): void {
    const at = this.#queue.findIndex((entry) => entry.id === id);
    if (at !== -1) this.#set(this.#queue.map((entry, index) => (index < at ? entry : { ...entry, isHeld: true })));
    this.#change(id, ({ isReading: _, ...entry }) => ({ ...entry, unpreparedBy: participant }));
  }

  /** Replaces the content of a prompt's mentions. */
  finishReading(id: string, read: Pick<Prompt, "attachments" | "mentioned">): void {
    this.#change(id, ({ isReading: _, ...entry }) => {
      const attachments = [
        ...(entry.attachments ?? []).filter(({ name }) => !isAttachmentOfMention(name)),
        ...(read.attachments ?? []),
      ];
      return { ...entry, attachments: attachments.length > 0 ? attachments : undefined, mentioned: read.mentioned };
    });
  }

  /** Removes a prompt and returns it. */
  remove(id: string): Prompt | undefined {
    const found = this.#queue.find((entry) => entry.id === id);
    if (!found) return undefined;
    this.#set(this.#queue.filter((entry) => entry !== found));
    this.#options.onRemove(id);
    return found;
  }

  /**
   * Moves a prompt to the front and releases it, with `isUrgent` into the running turn. Returns false if the prompt no
   * longer exists.
   */
  putFirst(id: string, isUrgent = false): boolean {
    const found = this.#queue.find((entry) => entry.id === id);
    this.#isStopped = false;
    if (found)
      this.#set([
        {
          ...found,
          id: found.isHeld && !found.isReading ? this.#replaceId(found.id) : found.id,
          isHeld: undefined,
          isUrgent: isUrgent || undefined,
        },
        ...this.#queue.filter((entry) => entry !== found),
      ]);
    return found !== undefined;
  }

  /** Moves a prompt to another index of the queue. Returns false if the prompt no longer exists. */
  move(id: string, to: number): boolean {
    const found = this.#queue.find((entry) => entry.id === id);
    if (!found) return false;
    const others = this.#queue.filter((entry) => entry !== found);
    this.#set([...others.slice(0, to), found, ...others.slice(to)]);
    return true;
  }

  /** The prompt that may be sent now; undefined while the first one waits for its mentions. */
  get next(): QueuedPrompt | undefined {
    const first = this.#isStopped ? undefined : this.#queue.find((entry) => !entry.isHeld);
    // `claude` begins a prompt that joins a turn on its own; no other prompt overtakes it.
    return first?.isReading || this.#queue.some((entry) => entry.isJoining) ? undefined : first;
  }

  /** The prompt to write into the running turn; undefined while its mentions are being read. */
  get urgent(): QueuedPrompt | undefined {
    const found = this.#queue.find((entry) => entry.isUrgent && !entry.isHeld);
    return found?.isReading ? undefined : found;
  }

  /**
   * Writes a prompt into the running turn with `write`. It stays in the queue until `claude` reports that it reads it.
   */
  join(prompt: QueuedPrompt, write: (prompt: QueuedPrompt) => void): void {
    write(prompt);
    this.#change(prompt.id, ({ isUrgent: _, ...entry }) => ({ ...entry, isJoining: true }));
  }

  /** Returns whether a prompt was written into a turn that has not read it yet. */
  isJoining(id: string): boolean {
    return this.#queue.some((entry) => entry.id === id && entry.isJoining);
  }

  /** Handles that `claude` reads a prompt that was written into a turn: in that turn, or in one that begins with it. */
  begin(id: string): void {
    const found = this.#queue.find((entry) => entry.id === id && entry.isJoining);
    if (!found) return;
    const at = this.#context.clock.now();
    const isOfTurn = this.#begun.length > 0;
    this.#begun = [...this.#begun, found];
    this.#apply([
      createPromptDelta(found, at),
      {
        kind: "state",
        set: {
          queue: this.#queue.filter((entry) => entry !== found),
          suggestion: null,
          ...(isOfTurn ? {} : { status: "working", turnStartedAt: at }),
        },
      },
    ]);
  }

  /** Holds a prompt that was written into a turn but that `claude` will not read, until the user sends it. */
  takeBackJoining(id: string): void {
    if (this.isJoining(id)) this.#change(id, ({ isJoining: _, ...entry }) => ({ ...entry, isHeld: true }));
  }

  /** True if a prompt will be sent without the user, now or once its mentions are read. */
  get hasNext(): boolean {
    return !this.#isStopped && this.#queue.some((entry) => !entry.isHeld);
  }

  /** Writes the first prompt that may be sent with `write`, and shows it in the transcript. */
  sendFirst(write: (prompt: QueuedPrompt) => void): void {
    const first = this.next;
    if (!first) return;
    write(first);
    this.#unconfirmed = first;
    this.#begun = [first];
    const { text, attachments } = first;
    const at = this.#context.clock.now();
    const title =
      this.#context.state.title === "" ? { title: createTitle(text.trim() || (attachments?.[0]?.name ?? "")) } : {};
    this.#apply([
      createPromptDelta(first, at),
      {
        kind: "state",
        set: {
          queue: this.#queue.filter((entry) => entry !== first),
          status: "working",
          turnStartedAt: at,
          suggestion: null,
          ...title,
        },
      },
    ]);
  }

  /**
   * Handles the end of the process, in a turn or between turns: prompts come back, and those behind a turn are held.
   * Returns whether a turn was cut off.
   */
  end({ isInTurn }: { isInTurn: boolean }): boolean {
    // It is unknown whether `claude` read these prompts. With new uuids none is dropped as a repetition.
    if (this.#queue.some((entry) => entry.isJoining))
      this.#set(
        this.#queue.map(({ isJoining, ...entry }) => (isJoining ? { ...entry, id: this.#replaceId(entry.id) } : entry)),
      );
    // The prompt of a turn that had not begun comes back, and those behind it follow it.
    if (isInTurn && !this.#unconfirmed) this.hold();
    const isPromptBack = this.takeBack();
    return isInTurn && !isPromptBack;
  }

  /** Holds the prompts behind an interrupted turn until the user sends them. */
  hold(): void {
    this.#set(this.#queue.map((entry) => (entry.isJoining ? entry : { ...entry, isHeld: true })));
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
    this.#isStopped = true;
    this.#takeBack({ isHeld: true });
    return true;
  }

  /**
   * Takes back a prompt that the ended process did not take. Returns whether there was one. It may have reached
   * `claude` anyway, which would drop its uuid silently, so the next send uses a new one. `isLast` keeps the uuid, with
   * which the transcript shows after a restart whether the prompt arrived.
   */
  takeBack({ isLast = false } = {}): boolean {
    if (isLast && this.#queue.some((entry) => entry.isJoining))
      this.#set(this.#queue.map(({ isJoining: _, ...entry }) => entry));
    return this.#takeBack({ keepsId: isLast });
  }

  #takeBack({ isHeld = false, keepsId = false }: { isHeld?: boolean; keepsId?: boolean }): boolean {
    const lost = this.#unconfirmed;
    this.#unconfirmed = undefined;
    if (!lost) return false;
    this.#begun = [];
    this.#apply([{ kind: "remove", thread: mainThread, id: lost.id }]);
    this.#set([
      { ...lost, id: keepsId ? lost.id : this.#replaceId(lost.id), ...(isHeld ? { isHeld } : {}) },
      ...this.#queue,
    ]);
    return true;
  }

  #replaceId(id: string): string {
    const newId = this.#context.newId();
    this.#replacedId.fire({ id, newId });
    return newId;
  }

  #change(id: string, changed: (entry: QueuedPrompt) => QueuedPrompt): void {
    this.#set(this.#queue.map((entry) => (entry.id === id ? changed(entry) : entry)));
  }

  get #queue(): readonly QueuedPrompt[] {
    return this.#context.state.queue;
  }

  #set(queue: readonly QueuedPrompt[]): void {
    this.#apply([{ kind: "state", set: { queue } }]);
  }

  #apply(deltas: readonly StateDelta[]): void {
    this.#context.apply({ deltas });
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
