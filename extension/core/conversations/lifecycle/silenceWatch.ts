import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Conversations } from "../conversations.ts";

/** Interval in ms of the checks. */
const tickMs = 10_000;
/** Maximum silence in ms of a turn, and of a turn with a running tool call: a command can be silent until it ends. */
const limitMs = 120_000;
const callLimitMs = 600_000;

/**
 * Sets `silentSince` on a running turn for which `claude` has written nothing for long; the conversation clears it with
 * the next line. A turn that waits for the user does not count. One timer serves all conversations while at least one
 * works; a change never starts another.
 */
export class SilenceWatch implements Disposable {
  readonly #conversations: Conversations;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  /**
   * The running turns, each with the time of its begin or of the user's last answer: `claude` had nothing to write
   * before.
   */
  readonly #turns = new Map<ConversationId, number>();
  #timer: Disposable | undefined;

  constructor(conversations: Conversations, clock: Clock) {
    this.#conversations = conversations;
    this.#clock = clock;
    this.#store.add(conversations.changes.onDidChangeState(["status", "requests"], ({ id }) => this.#follow(id)));
    this.#store.defer(() => this.#timer?.dispose());
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow(id: ConversationId): void {
    const conversation = this.#conversations.get(id)?.conversation;
    if (!conversation) return;
    conversation.lifeSigns.showSilence(undefined);
    if (conversation.state.status !== "working") return void this.#turns.delete(id);
    this.#turns.set(id, this.#clock.now());
    this.#timer ??= this.#clock.after(tickMs, () => this.#look());
  }

  #look(): void {
    this.#timer = undefined;
    for (const [id, begin] of this.#turns) {
      const conversation = this.#conversations.get(id)?.conversation;
      if (!conversation) this.#turns.delete(id);
      // A turn of a recorded trace has no process.
      else if (
        conversation.client &&
        conversation.state.silentSince === undefined &&
        conversation.state.requests.length === 0
      ) {
        const { lifeSigns } = conversation;
        const since = Math.max(begin, lifeSigns.last);
        if (this.#clock.now() - since >= (lifeSigns.isRunningCall ? callLimitMs : limitMs))
          lifeSigns.showSilence(since);
      }
    }
    if (this.#turns.size > 0) this.#timer = this.#clock.after(tickMs, () => this.#look());
  }
}
