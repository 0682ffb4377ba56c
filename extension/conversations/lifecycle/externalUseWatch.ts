import { background } from "../../base/background.ts";
import type { Clock } from "../../base/clock.ts";
import { type Disposable, toDisposable } from "../../base/disposable.ts";
import { getErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import type { Conversation } from "../../session/conversation.ts";
import type { SessionRegistry, TranscriptReader } from "../../session/ports.ts";

export interface ExternalUseWatchOptions {
  readonly conversation: Conversation;
  readonly live: SessionRegistry;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Reads all anew: nobody else goes on with it, or its file lost what it had. */
  readonly reread: () => Promise<void>;
  /** Goes on here, as the user wanted. */
  readonly goOn: () => void;
}

/** How often it is looked whether the other program ended, in milliseconds. */
const checkIntervalMs = 2_000;

/** A conversation that another program goes on with: read along here, and gone on with once the other ended. */
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

  /** Whether somebody else is known to go on with it. Never rejects. */
  async isElsewhere(): Promise<boolean> {
    const { sessionId, folder } = this.#options.conversation.state;
    const use = sessionId === undefined ? undefined : await this.#options.live.find(sessionId, folder).catch(() => undefined);
    return use?.certainty === "certain" && !this.#isDisposed;
  }

  /**
   * Looks who goes on with it. Returns whether somebody else does. `isCertain` asks for those that are known for sure, `isTerminal` for
   * those that no lock of ours holds back. Never rejects.
   */
  async check({ isCertain = false, isTerminal = false } = {}): Promise<boolean> {
    const { conversation, live, logger } = this.#options;
    const { sessionId, folder, externalUse: known } = conversation.state;
    try {
      const use = sessionId === undefined ? undefined : await live.find(sessionId, folder);
      const isOther = use !== undefined && (use.certainty === "certain" ? !isTerminal || use.where === "terminal" : !isCertain && !isTerminal);
      if (this.#isDisposed || !isOther || conversation.state.status === "idle" || conversation.state.status === "working") return false;
      const by = use.certainty === "maybe" ? "maybe" : use.where;
      conversation.set({
        externalUse: { by, pid: use.certainty === "maybe" ? undefined : use.pid, isWaiting: known?.isWaiting ?? false },
        status: "resting",
        problem: null,
      });
      return true;
    } catch (error) {
      logger.warn(`could not tell who goes on with a conversation: ${getErrorMessage(error)}`);
      return false;
    }
  }

  /** Reads along, and looks whether the other is still there. */
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

  /** The user wants to go on here: at once where nobody is known for sure, else as soon as the other ended. It is never ended from here. */
  async takeOver(): Promise<void> {
    const { conversation } = this.#options;
    const { externalUse } = conversation.state;
    if (!externalUse) return;
    conversation.set({ externalUse: { ...externalUse, isWaiting: true } });
    if (externalUse.by === "maybe" && !(await this.check({ isCertain: true }))) await this.#end();
  }

  /** Reads along without waiting. */
  stopWaiting(): void {
    const { externalUse } = this.#options.conversation.state;
    if (externalUse) this.#options.conversation.set({ externalUse: { ...externalUse, isWaiting: false } });
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
    // The user may have taken over while it was looked.
    if (this.#isDisposed || !this.isLive) return;
    if (isThere) this.#scheduleCheck();
    else await this.#end();
  }

  async #end(): Promise<void> {
    const { conversation, reread, goOn } = this.#options;
    const isWaiting = conversation.state.externalUse?.isWaiting === true;
    this.#following.dispose();
    this.#looking.dispose();
    conversation.set({ isInterrupted: null });
    await reread();
    conversation.set({ externalUse: null });
    if (!this.#isDisposed && (isWaiting || conversation.queue.hasNext)) goOn();
  }
}
