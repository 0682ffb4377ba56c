import { background } from "../../../shared/base/background.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";

/** Interval in ms of the checks. */
const tickMs = 2_000;

/**
 * Starts conversations for which `claude` was not found, as soon as a file is in one of the places that were searched.
 * One timer serves all of them, and runs only while there are such conversations.
 */
export class ProgramWatch implements Disposable {
  readonly #conversations: Conversations;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #isFile: (path: string) => boolean;
  readonly #store = new DisposableStore();
  #timer: Disposable | undefined;

  constructor(conversations: Conversations, clock: Clock, logger: Logger, isFile: (path: string) => boolean) {
    this.#conversations = conversations;
    this.#clock = clock;
    this.#logger = logger;
    this.#isFile = isFile;
    this.#store.add(conversations.changes.onDidChangeState(["problem"], () => this.#follow()));
    this.#store.defer(() => this.#timer?.dispose());
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow(): void {
    if (this.#timer || this.#waiting.length === 0) return;
    this.#timer = this.#clock.after(tickMs, () => this.#look());
  }

  get #waiting(): readonly { readonly open: OpenConversation; readonly searched: readonly string[] }[] {
    return this.#conversations.all.flatMap((open) => {
      const { problem } = open.conversation.state;
      return problem?.code === "missing" ? [{ open, searched: problem.searched }] : [];
    });
  }

  #look(): void {
    this.#timer = undefined;
    for (const { open, searched } of this.#waiting)
      if (searched.some(this.#isFile)) background(open.restart(), this.#logger, "starting the program that was found");
    this.#follow();
  }
}
