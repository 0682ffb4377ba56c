import { background } from "../../../shared/base/background.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { ChangeEvents } from "../../conversation/events/changeEvents.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Placement } from "../placement.ts";

export interface ProcessRoomOptions {
  readonly all: () => readonly OpenConversation[];
  readonly places: Placement;
  readonly changes: ChangeEvents;
  /** Maximum number of processes of this window. */
  readonly maxProcesses: () => number;
  readonly logger: Logger;
}

/**
 * Keeps the number of processes of a window within its limit. For one more, the idle conversation that was used longest
 * ago is paused without a question, because it resumes with its next message. Where all of them work, a conversation
 * waits, and starts by itself once there is room.
 */
export class ProcessRoom implements Disposable {
  readonly #options: ProcessRoomOptions;
  /** Conversations in the order of their last use: those that were looked at or began to work last are at the end. */
  readonly #used = new Set<ConversationId>();
  /** Starts of conversations that waited. */
  readonly #starting = new Map<ConversationId, Promise<void>>();
  /** Conversations whose next start the limit does not concern. */
  readonly #exempt = new Set<ConversationId>();
  /** End the waits of the starts under way when a conversation becomes exempt. */
  readonly #waits = new Set<() => void>();
  /** Ends of processes whose conversations were closed. */
  readonly #closing = new Set<Promise<void>>();
  readonly #store = new DisposableStore();

  constructor(options: ProcessRoomOptions) {
    this.#options = options;
    const { all, places, changes } = options;
    this.#store.add(
      places.onDidChange(() => all().forEach(({ id }) => void (places.isVisible(id) && this.#noteUse(id)))),
    );
    this.#store.add(
      changes.onDidChangeState(["status", "background", "requests", "queue"], ({ id }) => {
        if (all().find((open) => open.id === id)?.conversation.state.status === "working") this.#noteUse(id);
        this.startNext();
      }),
    );
  }

  /**
   * Makes room for the process of a conversation, and waits for processes that are ending. Calls `begin` as soon as
   * there is room, before another conversation can take it; one that has a process needs no more room. Resolves to
   * false where all others have to go on.
   */
  async make(id: ConversationId, begin: () => Promise<void>): Promise<boolean> {
    const start = (): Promise<true> => begin().then(() => true);
    const own = this.#options.all().find((open) => open.id === id);
    if (this.#exempt.delete(id) || own?.conversation.client) return start();
    for (const idle of this.#findIdle(id))
      if (this.#isFull(id) && !this.#exempt.has(id)) await this.#orExempt(idle.rest());
    while (this.#exempt.has(id) || !this.#isFull(id)) {
      const ending = this.#listEnding(id);
      if (this.#exempt.delete(id) || this.#running(id).length + ending.length < this.#options.maxProcesses())
        return start();
      await this.#orExempt(...ending);
    }
    return false;
  }

  /** Counts the process of a conversation that is being closed until it has exited. */
  noteClosing({ conversation }: OpenConversation): void {
    const { ending } = conversation;
    if (!ending) return;
    this.#closing.add(ending);
    background(
      ending.finally(() => this.#closing.delete(ending)),
      this.#options.logger,
      "waiting for the end of a closed conversation",
    );
  }

  /**
   * Starts a conversation that waits, although more processes run then than the limit allows; also one whose own start
   * waits for the end of another process.
   */
  async startAnyway(open: OpenConversation): Promise<void> {
    // A second click must not restart what the first one started.
    if (open.conversation.state.problem?.code !== "tooMany") return;
    this.#exempt.add(open.id);
    for (const end of this.#waits) end();
    await this.#start(open);
  }

  /** Starts the conversation that has waited longest for room, if there is some now. */
  startNext(): void {
    const waiting = this.#options
      .all()
      .find(({ id, conversation: { state } }) => state.problem?.code === "tooMany" && !this.#starting.has(id));
    // Nothing that the user looks at is paused for what starts by itself.
    const hasRoom =
      waiting &&
      (!this.#isFull(waiting.id) ||
        this.#findIdle(waiting.id).some((open) => !this.#options.places.isVisible(open.id)));
    if (!waiting || !hasRoom) return;
    background(this.#start(waiting), this.#options.logger, "starting a conversation that waited for another");
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Starts a conversation that waited, unless its start is under way. */
  #start(open: OpenConversation): Promise<void> {
    const begin = (): Promise<void> =>
      open.restart().finally(() => {
        this.#starting.delete(open.id);
        this.#exempt.delete(open.id);
      });
    const starting = this.#starting.get(open.id) ?? begin();
    this.#starting.set(open.id, starting);
    return starting;
  }

  /** Waits for one of several ends, or until a conversation is exempt from the limit. */
  async #orExempt(...ends: readonly Promise<unknown>[]): Promise<void> {
    let end = (): void => {};
    const exempted = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#waits.add(end);
    await Promise.race([...ends, exempted]).finally(() => this.#waits.delete(end));
  }

  #noteUse(id: ConversationId): void {
    this.#used.delete(id);
    this.#used.add(id);
  }

  #isFull(id: ConversationId): boolean {
    return this.#running(id).length >= this.#options.maxProcesses();
  }

  #running(id: ConversationId): readonly OpenConversation[] {
    return this.#options.all().filter((open) => open.id !== id && open.hasProcess);
  }

  #listEnding(id: ConversationId): readonly Promise<void>[] {
    const others = this.#options.all().filter((open) => open.id !== id && !open.hasProcess);
    return [...this.#closing, ...others.flatMap(({ conversation }) => conversation.ending ?? [])];
  }

  /**
   * Returns the conversations that can be paused: hidden ones first, and of these the one that was used longest ago.
   */
  #findIdle(id: ConversationId): readonly OpenConversation[] {
    const order = [...this.#used];
    const rank = (open: OpenConversation): number =>
      order.indexOf(open.id) + (this.#options.places.isVisible(open.id) ? order.length + 1 : 0);
    return this.#running(id)
      .filter(({ canRest }) => canRest)
      .sort((a, b) => rank(a) - rank(b));
  }
}
