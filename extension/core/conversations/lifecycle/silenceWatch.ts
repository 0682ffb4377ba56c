import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { Conversations } from "../conversations.ts";

/** Interval in ms of the checks. */
const tickMs = 10_000;
/** Maximum silence in ms of a turn, and of a turn with a running tool call: a command can be silent until it ends. */
const limitMs = 120_000;
const callLimitMs = 600_000;
/** Maximum time in ms until a process that was started answers. It may wait for MCP servers, by default for 30 s. */
const answerLimitMs = 60_000;

/** A turn, or a start, that is watched. */
interface Watched {
  /** Time of its begin or of the user's last answer: `claude` had nothing to write before. */
  readonly begin: number;
  /** The process; undefined until it is started. */
  readonly launched: unknown;
}

/**
 * Sets `silentSince` on a running turn for which `claude` has written nothing for long, and on a start that gets no
 * answer, of the process, or of a disk or program before it; the conversation clears it with the next line. A turn that
 * waits for the user does not count. One timer serves all conversations while at least one works or starts; a change
 * never starts another.
 */
export class SilenceWatch implements Disposable {
  readonly #conversations: Conversations;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #watched = new Map<ConversationId, Watched>();
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
    const { status } = conversation.state;
    if (status !== "working" && status !== "starting") return void this.#watched.delete(id);
    this.#begin(id, conversation);
    this.#timer ??= this.#clock.after(tickMs, () => this.#look());
  }

  #begin(id: ConversationId, { launched }: Conversation): void {
    this.#watched.set(id, { begin: this.#clock.now(), launched });
  }

  #look(): void {
    this.#timer = undefined;
    for (const [id, watched] of this.#watched) {
      const conversation = this.#conversations.get(id)?.conversation;
      if (!conversation) this.#watched.delete(id);
      // Another process has been started.
      else if (conversation.state.status === "starting" && conversation.launched !== watched.launched)
        this.#begin(id, conversation);
      else this.#check(conversation, watched.begin);
    }
    if (this.#watched.size > 0) this.#timer = this.#clock.after(tickMs, () => this.#look());
  }

  #check({ client, launched, state, lifeSigns }: Conversation, begin: number): void {
    const isStart = state.status === "starting";
    // A turn of a recorded trace has no process.
    if ((!client && !isStart) || state.silentSince !== undefined || state.requests.length > 0) return;
    const since = Math.max(begin, lifeSigns.last);
    const limit = launched && isStart ? answerLimitMs : lifeSigns.isRunningCall ? callLimitMs : limitMs;
    if (this.#clock.now() - since >= limit) lifeSigns.showSilence(since);
  }
}
