import { Emitter } from "../../../shared/base/emitter.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Attachment, Prompt } from "../../../shared/contract/composer/attachments.ts";
import { isAttachmentOfMention } from "../../../shared/contract/composer/suggestions.ts";
import type { QueuedPrompt } from "../../../shared/contract/conversationState.ts";
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
 * Prompts that wait for `claude`, in order. Invariants:
 *
 * - A prompt is held until the user sends it if `claude` refused it, if it was behind an interrupted turn, or if it is
 *   from before a restart of the editor.
 * - Every prompt has its own uuid: `claude` drops a repeated one silently (all versions).
 */
export class PromptQueue {
  readonly #context: ConversationContext;
  readonly #options: PromptQueueOptions;
  readonly #replacedId: Emitter<ReplacedId>;
  /** True from `halt` on until the user sends a prompt. */
  #isHalted = false;

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

  /** Appends a prompt. */
  add(text: string, attachments: readonly Attachment[], id = this.#context.newId()): void {
    this.#isHalted = false;
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
    this.#isHalted = false;
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
    const first = this.#isHalted ? undefined : this.#queue.find((entry) => !entry.isHeld);
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

  /** Holds a prompt that was written into a turn but that `claude` will not read, until the user sends it. */
  takeBackJoining(id: string): void {
    if (this.isJoining(id)) this.#change(id, ({ isJoining: _, ...entry }) => ({ ...entry, isHeld: true }));
  }

  /** Stops sending after `claude` refused a prompt: the prompts behind it may need it. */
  halt(): void {
    this.#isHalted = true;
  }

  /** True if a prompt will be sent without the user, now or once its mentions are read. */
  get hasNext(): boolean {
    return !this.#isHalted && this.#queue.some((entry) => !entry.isHeld);
  }

  /** Ends the turn for prompts that were written into it. It is unknown whether `claude` read them. */
  leaveTurn({ keepsIds = false } = {}): void {
    if (!this.#queue.some((entry) => entry.isJoining)) return;
    // With new uuids none is dropped as a repetition.
    this.#set(
      this.#queue.map(({ isJoining, ...entry }) =>
        isJoining && !keepsIds ? { ...entry, id: this.#replaceId(entry.id) } : entry,
      ),
    );
  }

  /** Puts a prompt that was written in front of the others once more, with a new id unless it keeps its own. */
  putBack(prompt: QueuedPrompt, { isHeld = false, keepsId = false }): void {
    const id = keepsId ? prompt.id : this.#replaceId(prompt.id);
    this.#set([{ ...prompt, id, ...(isHeld ? { isHeld } : {}) }, ...this.#queue]);
  }

  /** Holds the prompts behind an interrupted turn until the user sends them. */
  hold(): void {
    this.#set(this.#queue.map((entry) => (entry.isJoining ? entry : { ...entry, isHeld: true })));
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
    this.#context.patch({ queue });
  }
}
