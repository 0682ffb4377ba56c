import type { Clock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { mainThread } from "../contract/ids.ts";
import type { TurnItem } from "../contract/items.ts";
import type { StateDelta } from "../contract/stateDeltas.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { OpenConversation } from "../conversations/openConversation.ts";
import { type ApiError, apiErrors, fromProblem, fromTurn } from "./apiError.ts";
import type { EventQueue } from "./eventQueue.ts";
import { RunEvents } from "./runEvents.ts";
import type { TurnResult } from "./tandem.d.ts";
import { toTurnResult } from "./turnResult.ts";

export interface ExtensionRunOptions {
  readonly conversations: Conversations;
  readonly open: OpenConversation;
  readonly events: EventQueue;
  readonly clock: Clock;
  /** Maximum duration of a turn. */
  readonly timeoutMs?: number | undefined;
}

/** A message that was sent and whose turn has not ended. */
interface PendingTurn {
  readonly text: string;
  readonly timer: Disposable | undefined;
  /** True once the conversation shows the message, so that the next end of a turn is its own. */
  hasBegun: boolean;
  resolve(result: TurnResult): void;
  reject(error: ApiError): void;
}

/**
 * A conversation that an extension started: sends its messages, converts what happens to events, and ends its process. The user sees it like any
 * other conversation and can send messages in it too; their turns are not the extension's. Invariants:
 *
 * - At most one message of the extension is under way.
 * - Once the user stopped the conversation or closed it, the extension cannot send any more.
 * - No message of the extension is sent after its promise was rejected.
 * - The process ends after the extension's last turn, unless the user sent a message too.
 */
export class ExtensionRun {
  readonly #options: ExtensionRunOptions;
  readonly #events: RunEvents;
  readonly #store = new DisposableStore();
  #pending: PendingTurn | undefined;
  #ended: ApiError | undefined;
  /** True once the user sent a message, so that the process is the user's. */
  #isTakenOver = false;

  constructor(options: ExtensionRunOptions) {
    this.#options = options;
    const { conversations, open, events } = options;
    this.#events = new RunEvents((event) => events.push(event));
    this.#store.add(open.conversation.onDidChange((changes) => this.#follow(changes)));
    this.#store.add(conversations.onDidChangeList(() => !conversations.get(open.id) && this.fail(apiErrors.aborted("user"))));
  }

  /** Sends a message. Resolves with the result of its turn; rejects with an `ApiError`. Call it when the turn before has ended. */
  async send(text: string): Promise<TurnResult> {
    const { open, clock, timeoutMs, conversations } = this.#options;
    if (!this.#ended && open.conversation.state.problem) await open.restart();
    if (this.#ended) throw this.#ended;
    return new Promise((resolve, reject) => {
      const timer = timeoutMs === undefined ? undefined : clock.after(timeoutMs, () => this.#timeOut(timeoutMs));
      this.#pending = { text, timer, hasBegun: false, resolve, reject };
      open.submit(text);
      conversations.inBackground(open.open(), "opening a conversation of an extension");
      this.#checkState();
    });
  }

  /** Ends the conversation's process once it is idle; the conversation stays in the list and the user can continue it. */
  end(): void {
    this.#ended ??= apiErrors.aborted("extension");
    this.#options.events.end();
    this.#restIfIdle();
  }

  /** Rejects the message under way and all later ones, and stops what runs. Resolves when nothing runs any more. */
  async stop(error: ApiError): Promise<void> {
    this.fail(error);
    const { conversations, open } = this.#options;
    const { conversation } = open;
    if (open.isBlank) return conversations.remove(open.id);
    await conversation.stop();
  }

  /** Rejects the message under way and all later ones. */
  fail(error: ApiError): void {
    this.#ended ??= error;
    this.#options.events.end(this.#ended);
    this.#reject(error);
    this.#restIfIdle();
  }

  #follow(changes: readonly StateDelta[]): void {
    for (const delta of changes) {
      if (delta.kind === "put" && delta.thread === mainThread) {
        if (delta.item.kind === "prompt") this.#beginTurn(delta.item.text);
        if (delta.item.kind === "turn") this.#endTurn(delta.item);
      }
      this.#events.note(delta);
    }
    this.#checkState();
    this.#restIfIdle();
  }

  #beginTurn(text: string): void {
    this.#events.begin();
    const isOwn = text === this.#pending?.text;
    if (this.#pending) this.#pending.hasBegun = isOwn;
    if (!isOwn) this.#isTakenOver = true;
  }

  #endTurn(turn: TurnItem): void {
    const pending = this.#pending;
    if (!pending?.hasBegun) return;
    if (turn.outcome === "stopped") return this.fail(apiErrors.aborted("user", turn));
    if (turn.outcome === "failed") return this.#reject(fromTurn(turn));
    this.#pending = undefined;
    pending.timer?.dispose();
    const { sessionId = "" } = this.#options.open.conversation.state;
    const result = toTurnResult(turn, this.#events.reply, sessionId);
    this.#options.events.push({ kind: "turnEnded", result });
    pending.resolve(result);
  }

  /** Rejects a message that no turn will answer: nothing runs, or the user has to decide about it. */
  #checkState(): void {
    const { conversation } = this.#options.open;
    const pending = this.#pending;
    if (!pending) return;
    if (conversation.state.problem) return this.#reject(fromProblem(conversation.state.problem));
    const queued = conversation.state.queue.find(({ text }) => text === pending.text);
    if (queued?.isHeld) return this.#reject(apiErrors.aborted("user", queued));
    // The reason for the end of a process follows in the same step.
    const isOver = (): boolean => this.#pending === pending && pending.hasBegun && conversation.state.status !== "working";
    if (isOver()) queueMicrotask(() => isOver() && this.#reject(conversation.state.problem ? fromProblem(conversation.state.problem) : apiErrors.ended("")));
  }

  #timeOut(timeoutMs: number): void {
    this.#options.conversations.inBackground(this.stop(apiErrors.timedOut(timeoutMs)), "stopping a turn of an extension");
  }

  #reject(error: ApiError): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending) return;
    pending.timer?.dispose();
    const { queue, state } = this.#options.open.conversation;
    for (const { id, text } of state.queue) if (text === pending.text) queue.remove(id);
    pending.reject(error);
  }

  #restIfIdle(): void {
    const { open, conversations } = this.#options;
    if (!this.#ended || !(open.canRest || this.#isTakenOver || !open.hasProcess)) return;
    this.#store.dispose();
    if (!this.#isTakenOver) conversations.inBackground(open.rest(), "ending the process of an extension's conversation");
  }
}
