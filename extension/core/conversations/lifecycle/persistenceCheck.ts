import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { TranscriptSource } from "../../conversation/ports/ports.ts";

/** Time in ms after a turn in which `claude` may still write it. */
const writeMs = 5_000;

/**
 * Checks after a turn whether `claude` saves the conversation at all. It does not, without an error, where its folder
 * is not writable, nor where the user switched saving off. Such a conversation exists only in its process.
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
    this.#store.add(conversation.changes.on({ items: ["turn"] }, () => this.#later()));
    this.#store.defer(() => this.#looking?.dispose());
  }

  /** True when the last check found no saved transcript. */
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
    const { folder, profile } = this.#conversation.state;
    const isSaved = await this.#history.open({ sessionId, folder, profile }).then(
      (pages) => pages !== undefined,
      // A check that fails does not justify a warning.
      () => true,
    );
    if (isSaved) this.#session = sessionId;
    else if (!this.#isMissing) this.#conversation.notice("warning", { code: "nothingSaved" });
    this.#isMissing = !isSaved;
  }
}
