import { background } from "../../../shared/base/background.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, toDisposable } from "../../../shared/base/disposable.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { SessionRegistry, TranscriptReader } from "../../conversation/ports/ports.ts";

export interface ExternalUseWatchOptions {
  readonly conversation: Conversation;
  readonly live: SessionRegistry;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Reads the whole transcript again, after the other program ended. */
  readonly reread: () => Promise<void>;
  /** Continues the conversation here, as the user requested. */
  readonly continueHere: () => void;
}

/** Interval in ms of the checks whether the other program ended. */
const checkIntervalMs = 2_000;

/** Follows a conversation that another program continues, and continues it here once that program ended. */
export class ExternalUseWatch implements Disposable {
  readonly #options: ExternalUseWatchOptions;
  #following: Disposable = toDisposable(() => {});
  #looking: Disposable = toDisposable(() => {});
  #isDisposed = false;

  constructor(options: ExternalUseWatchOptions) {
    this.#options = options;
  }

  get isLive(): boolean {
    return this.#options.conversation.state.externalUse !== undefined;
  }

  /** Checks whether another program certainly continues the conversation. Never rejects. */
  async isElsewhere(): Promise<boolean> {
    const { sessionId, folder, profile } = this.#options.conversation.state;
    const use =
      sessionId === undefined
        ? undefined
        : await this.#options.live.find({ sessionId, folder, profile }).catch(() => undefined);
    return use?.certainty === "certain" && !this.#isDisposed;
  }

  /**
   * Checks whether another program continues the conversation, and sets `externalUse` if so. `isCertain` counts only
   * certain uses; `isTerminal` only those in a terminal, which the lock of this extension does not hold back. Never
   * rejects.
   */
  async check({ isCertain = false, isTerminal = false } = {}): Promise<boolean> {
    const { conversation, live, logger } = this.#options;
    const { sessionId, folder, profile } = conversation.state;
    try {
      const use = sessionId === undefined ? undefined : await live.find({ sessionId, folder, profile });
      const isOther =
        use !== undefined &&
        (use.certainty === "certain" ? !isTerminal || use.where === "terminal" : !isCertain && !isTerminal);
      if (
        this.#isDisposed ||
        !isOther ||
        conversation.state.status === "idle" ||
        conversation.state.status === "working"
      )
        return false;
      const by = use.certainty === "maybe" ? "maybe" : use.where;
      conversation.managed.followExternalUse({ by, pid: use.certainty === "maybe" ? undefined : use.pid });
      return true;
    } catch (error) {
      logger.warn(`could not tell who goes on with a conversation: ${getErrorMessage(error)}`);
      return false;
    }
  }

  /** Follows the transcript and checks regularly whether the other program still runs. */
  follow(pages: TranscriptReader | undefined): void {
    const { conversation } = this.#options;
    const shortened = (): void => {
      conversation.notice("warning", { code: "shortened" });
    };
    this.#following.dispose();
    if (this.#isDisposed) return;
    this.#following = pages?.follow((frames) => conversation.saved.follow(frames), shortened) ?? toDisposable(() => {});
    this.#scheduleCheck();
  }

  /**
   * Handles the request of the user to continue here: at once where no other use is certain, otherwise as soon as the
   * other program ends. Never ends that program.
   */
  async takeOver(): Promise<void> {
    const { conversation } = this.#options;
    const { externalUse } = conversation.state;
    if (!externalUse) return;
    conversation.managed.setWaiting(true);
    if (externalUse.by === "maybe" && !(await this.check({ isCertain: true }))) await this.#end();
  }

  /** Keeps following the transcript, but no longer waits to continue here. */
  stopWaiting(): void {
    this.#options.conversation.managed.setWaiting(false);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#following.dispose();
    this.#looking.dispose();
  }

  #scheduleCheck(): void {
    this.#looking.dispose();
    this.#looking = this.#options.clock.after(checkIntervalMs, () =>
      background(this.#check(), this.#options.logger, "looking who goes on with a conversation"),
    );
  }

  async #check(): Promise<void> {
    const { state } = this.#options.conversation;
    if (this.#isDisposed || !this.isLive || state.status !== "resting") return;
    const isThere = await this.check();
    // The user may have taken over during the check.
    if (this.#isDisposed || !this.isLive) return;
    if (isThere) this.#scheduleCheck();
    else await this.#end();
  }

  async #end(): Promise<void> {
    const { conversation, reread, continueHere } = this.#options;
    const isWaiting = conversation.state.externalUse?.isWaiting === true;
    this.#following.dispose();
    this.#looking.dispose();
    conversation.managed.forgetInterruption();
    await reread();
    conversation.managed.endExternalUse();
    if (!this.#isDisposed && (isWaiting || conversation.queue.hasNext)) continueHere();
  }
}
