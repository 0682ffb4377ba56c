import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import type { Conversation } from "../../session/conversation.ts";
import type { TranscriptSource } from "../../session/ports.ts";

/** How long after a turn the CLI may still write it, in milliseconds. */
const writeMs = 5_000;

/**
 * Looks after a turn whether the CLI saves what is said at all: it does not where its folder cannot be written, and says nothing
 * of it, nor where the user switched saving off. Such a conversation lives in its process only.
 */
export class PersistenceCheck implements Disposable {
  readonly #conversation: Conversation;
  readonly #history: TranscriptSource;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  #looking: Disposable | undefined;
  #session: string | undefined;
  #isMissing = false;

  constructor(conversation: Conversation, history: TranscriptSource, clock: Clock) {
    this.#conversation = conversation;
    this.#history = history;
    this.#clock = clock;
    this.#store.add(conversation.onDidChange((changes) => changes.some((change) => change.kind === "put" && change.item.kind === "turn") && this.#later()));
    this.#store.defer(() => this.#looking?.dispose());
  }

  /** It was looked, and nothing is saved. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #later(): void {
    const { sessionId } = this.#conversation.state;
    if (sessionId === undefined || sessionId === this.#session) return;
    this.#looking?.dispose();
    this.#looking = this.#clock.after(writeMs, () => void this.#look(sessionId));
  }

  async #look(sessionId: string): Promise<void> {
    const { folder } = this.#conversation.state;
    const isSaved = await this.#history.open(sessionId, folder).then(
      (pages) => pages !== undefined,
      // What cannot be looked at is no reason for an alarm.
      () => true,
    );
    if (isSaved) this.#session = sessionId;
    else if (!this.#isMissing) this.#conversation.notice("warning", { code: "nothingSaved" });
    this.#isMissing = !isSaved;
  }
}
