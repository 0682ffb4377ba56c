import { getErrorMessage } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import type { Problem } from "../contract/conversationState.ts";
import type { Conversation } from "../session/conversation.ts";
import type { TranscriptSource } from "../session/ports.ts";
import type { ExternalUseWatch } from "./lifecycle/externalUseWatch.ts";

export interface PastReaderOptions {
  readonly conversation: Conversation;
  readonly history: TranscriptSource;
  readonly live: Pick<ExternalUseWatch, "check" | "follow">;
  /** What this window saved of it was damaged, which is said once its past is there. */
  readonly wasDamaged: boolean;
  readonly logger: Logger;
  /** Says why nothing runs. */
  readonly block: (problem: Problem) => void;
}

/** Reads what was said in a conversation before this window had it, from its saved transcript. */
export class PastReader {
  readonly #options: PastReaderOptions;
  #isRead = false;
  #wasDamaged: boolean;

  constructor(options: PastReaderOptions) {
    this.#options = options;
    this.#wasDamaged = options.wasDamaged;
  }

  /** What was said before is shown. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Whether what was said before is shown. What cannot be read stays saved, and nothing is started over it. */
  async read(look = () => this.#options.live.check()): Promise<boolean> {
    const { conversation, history, live, block } = this.#options;
    const { sessionId, folder } = conversation.state;
    const { forkedFrom, cutBefore } = conversation.remembered;
    const source = forkedFrom?.sessionId ?? sessionId;
    try {
      // Before it is read: what is added meanwhile is read along.
      const isLive = conversation.state.status === "resting" && (await look());
      const pages = source === undefined ? undefined : await history.open(source, folder, cutBefore ?? forkedFrom?.before);
      conversation.saved.restore(await pages?.read(), pages, isLive);
      await conversation.saved.dropArrived();
      this.#isRead = true;
      if (isLive) live.follow(pages);
      if (this.#wasDamaged) conversation.notice("warning", { code: "stateDamaged" });
      this.#wasDamaged = false;
      return true;
    } catch (error) {
      block({ code: "history", detail: getErrorMessage(error) });
      return false;
    }
  }

  /** Shows what is saved now in place of what was read before. */
  async readAgain(isLive: boolean): Promise<void> {
    this.#isRead = false;
    await this.read(async () => isLive);
  }

  /** Whether something was said since it was read, by whoever went on with it meanwhile. */
  async isBehind(): Promise<boolean> {
    const { conversation, history, logger } = this.#options;
    const { state, remembered, transcript } = conversation;
    if (state.sessionId === undefined || remembered.forkedFrom || remembered.cutBefore !== undefined) return false;
    try {
      const page = await (await history.open(state.sessionId, state.folder))?.read();
      return page !== undefined && !transcript.holdsEnd(page.frames);
    } catch (error) {
      // What cannot be read now is no reason to forget what was.
      logger.warn(`the saved transcript was not read: ${getErrorMessage(error)}`);
      return false;
    }
  }

  /** Lets go what is on the disk anyway, beyond the newest `count` items, when nothing goes on in it. */
  trim(count: number): void {
    const { conversation, history } = this.#options;
    const { state, transcript } = conversation;
    const { sessionId, folder } = state;
    const isQuiet = state.status === "idle" || state.status === "resting";
    if (!isQuiet || sessionId === undefined || !this.#isRead) return;
    transcript.trim(count, (before) => history.open(sessionId, folder, before));
  }
}
