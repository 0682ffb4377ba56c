import { background } from "../../shared/base/background.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { Problem } from "../../shared/contract/problem.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { PendingRewind } from "../conversation/rewind/rewindMemory.ts";
import type { FolderAndProfile } from "./folderAndProfile.ts";
import type { ExternalUseWatch } from "./lifecycle/externalUseWatch.ts";
import type { InterruptedRewindRecovery } from "./rewind/interruptedRewindRecovery.ts";
import type { TranscriptLoader } from "./transcriptLoader.ts";

export interface ConversationStartOptions {
  readonly conversation: Conversation;
  readonly place: FolderAndProfile;
  readonly past: TranscriptLoader;
  readonly externalUse: ExternalUseWatch;
  readonly interrupted: InterruptedRewindRecovery;
  /** Returns whether the conversation ended for good. */
  readonly isClosed: () => boolean;
  /** Returns whether the conversation shows a recorded trace, which is never started. */
  readonly isReplay: () => boolean;
  /** Calls `begin` once one more process may start. Resolves to false where none may. */
  readonly makeRoom: (begin: () => Promise<void>) => Promise<boolean>;
  /** Called when a rewind that was interrupted was finished, and the past is shown. */
  readonly onRecovered: (finished: PendingRewind) => void;
  /** Sets the problem that prevents a process. */
  readonly block: (problem: Problem) => void;
  readonly logger: Logger;
}

/**
 * Opens a conversation: its folder, its past, its process, in this order and each once. Starts the process again after
 * it ended. Failures become a problem of the conversation; no method rejects.
 */
export class ConversationStart {
  readonly #options: ConversationStartOptions;
  #opening: Promise<void> | undefined;
  /** The newest start of the paused conversation. */
  #waking: Promise<void> = Promise.resolve();

  constructor(options: ConversationStartOptions) {
    this.#options = options;
  }

  /** The newest opening; undefined before the first one. */
  get opening(): Promise<void> | undefined {
    return this.#opening;
  }

  /**
   * Finds the folder, shows the past, and starts the process unless the conversation is paused. Runs once; later calls
   * return the same promise.
   */
  open(): Promise<void> {
    if (this.#options.isClosed()) return Promise.resolve();
    this.#opening ??= this.#open().catch((error: unknown) => this.#fail(error));
    return this.#opening;
  }

  /** Restarts the process, or tries to open again. Of several concurrent calls only one does it. */
  async restart(): Promise<void> {
    const opening = this.#opening;
    // Waiting for it could take for ever.
    await this.#options.conversation.endSilentStart();
    await opening;
    if (this.#options.isClosed() || this.#opening !== opening) return this.#opening;
    this.#opening = this.#reopen().catch((error: unknown) => this.#fail(error));
    await this.#opening;
  }

  /**
   * Starts the process of a paused conversation, after its past is shown, unless it is stopped first. Waits for a start
   * in progress.
   */
  async wake(): Promise<void> {
    const { conversation, externalUse, past, place } = this.#options;
    const { status } = conversation.state;
    if (status === "starting") await Promise.all([this.#waking, this.#opening]);
    if (status !== "resting") return;
    const { stops } = conversation;
    const start = async (): Promise<void> => {
      await this.open();
      if (!past.isRead || conversation.state.status !== "resting" || externalUse.isLive) return;
      // Another program may have continued the conversation since it was opened.
      if (await externalUse.check({ isCertain: true })) return past.readAgain(true);
      if (await past.isBehind()) await past.readAgain(false);
      if (await place.find()) await this.#start(stops);
    };
    // A start that was stopped may still be ending.
    this.#waking = this.#waking.then(start).catch((error: unknown) => this.#fail(error));
    await this.#waking;
  }

  /** Does the same without a promise. */
  wakeLater(): void {
    background(this.wake(), this.#options.logger, "waking a conversation");
  }

  async #reopen(): Promise<void> {
    const { state, transcript, managed } = this.#options.conversation;
    // Choose the folder again after a wrong setting, as long as the conversation has no messages.
    if (state.problem?.code === "setting" && transcript.isEmpty && state.sessionId === undefined) managed.setFolder("");
    await this.#open();
  }

  async #open(): Promise<void> {
    const { conversation, place, past, interrupted, isReplay, onRecovered } = this.#options;
    const { stops } = conversation;
    if (isReplay()) return;
    if (!(await place.find())) return;
    if (!past.isRead) {
      if (!(await interrupted.recover()) || !(await past.read())) return;
      const finished = interrupted.show();
      if (finished) onRecovered(finished);
    }
    if (conversation.state.status !== "resting") await this.#start(stops);
  }

  /** Starts the process, unless the conversation was closed or stopped since `stops` was read. */
  async #start(stops: number): Promise<void> {
    const { conversation, externalUse, past, isClosed, makeRoom, block } = this.#options;
    const isWanted = (): boolean => !isClosed() && conversation.stops === stops;
    if (!isWanted()) return;
    // A terminal may have continued the conversation meanwhile; for another window the start itself waits.
    if (await externalUse.check({ isTerminal: true })) return past.readAgain(true);
    const begin = async (): Promise<void> => void (isWanted() && (await conversation.start()));
    if (!(await makeRoom(begin)) && isWanted()) block({ code: "tooMany" });
  }

  #fail(error: unknown): void {
    this.#options.block({ code: "stopped", detail: getErrorMessage(error) });
  }
}
