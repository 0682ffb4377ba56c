import { getErrorMessage, isFailure } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { Problem } from "../../shared/contract/problem.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { CutPlace, SavedSession, TranscriptReader, TranscriptSource } from "../conversation/ports/ports.ts";
import { toProblem } from "../conversation/view/problem.ts";
import type { ExternalUseWatch } from "./lifecycle/externalUseWatch.ts";
import type { StateStore } from "./ports.ts";
import { ShownRecord } from "./shownRecord.ts";

export interface TranscriptLoaderOptions {
  readonly conversation: Conversation;
  readonly history: TranscriptSource;
  readonly externalUse: Pick<ExternalUseWatch, "check" | "follow">;
  /** The facts that rows of conversations showed, in texts that all windows share; undefined where nothing is kept. */
  readonly shown?: StateStore | undefined;
  /** True when the saved state of the conversation was damaged, which a notice reports once the past is shown. */
  readonly wasDamaged: boolean;
  readonly logger: Logger;
  /** Sets the problem that prevents a process. */
  readonly block: (problem: Problem) => void;
}

/** Reads the past of a conversation, from before this window opened it, from its saved transcript. */
export class TranscriptLoader {
  readonly #options: TranscriptLoaderOptions;
  readonly #shown: ShownRecord | undefined;
  #isRead = false;
  #wasDamaged: boolean;

  constructor(options: TranscriptLoaderOptions) {
    this.#options = options;
    this.#wasDamaged = options.wasDamaged;
    this.#shown = options.shown && new ShownRecord(options.conversation, options.shown);
    options.conversation.transcript.prompts.setReopen((before) => this.#open(before));
  }

  /** True when the past is shown. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /**
   * Shows the past. Resolves to false when it cannot be read: it stays on disk, and no process may start on top of it.
   */
  async read(look = () => this.#options.externalUse.check()): Promise<boolean> {
    const { conversation, externalUse, block } = this.#options;
    try {
      // Check before reading, so that frames added meanwhile are followed.
      const isLive = conversation.state.status === "resting" && (await look());
      const pages = await this.#open(undefined);
      conversation.saved.restore(await pages?.read(), pages, isLive);
      await conversation.saved.dropArrived();
      this.#isRead = true;
      if (isLive) externalUse.follow(pages);
      if (this.#wasDamaged) conversation.notice("warning", { code: "stateDamaged" });
      this.#wasDamaged = false;
      return true;
    } catch (error) {
      block(
        isFailure(error, "settingInvalid") ? toProblem(error) : { code: "history", detail: getErrorMessage(error) },
      );
      return false;
    }
  }

  /** Reads the transcript again in place of the one read before. */
  async readAgain(isLive: boolean): Promise<void> {
    this.#isRead = false;
    await this.read(async () => isLive);
  }

  /** Does the same, and resolves like `read`. */
  async reread(): Promise<boolean> {
    await this.readAgain(false);
    return this.#isRead;
  }

  /** Returns the newest entry in the transcript of a session. Rejects when it cannot be read. */
  readLastEntry(sessionId: string): Promise<string | undefined> {
    const { folder, profile } = this.#options.conversation.state;
    return this.#options.history.lastEntry({ sessionId, folder, profile });
  }

  /**
   * Finds the place before a prompt to which the conversation can be cut. Rejects when the transcript cannot be read.
   */
  async findCut(promptId: string): Promise<CutPlace> {
    const { conversation, history } = this.#options;
    const { folder, profile, sessionId: own } = conversation.state;
    const { resume: sessionId } = conversation.rewinds.origin.startOf(
      conversation.transcript.isEmpty ? undefined : own,
      promptId,
    );
    return sessionId === undefined ? { kind: "beginning" } : history.findCut({ sessionId, folder, profile }, promptId);
  }

  /** Checks whether another program added to the transcript since it was read. */
  async isBehind(): Promise<boolean> {
    const { conversation, history, logger } = this.#options;
    const { state, remembered, transcript } = conversation;
    if (state.sessionId === undefined || remembered.forkedFrom || remembered.cutBefore !== undefined) return false;
    try {
      const page = await (
        await history.open({ sessionId: state.sessionId, folder: state.folder, profile: state.profile })
      )?.read();
      return page !== undefined && !transcript.holdsEnd(page.frames);
    } catch (error) {
      // An unreadable transcript is no reason to discard what was read before.
      logger.warn(`the saved transcript was not read: ${getErrorMessage(error)}`);
      return false;
    }
  }

  /**
   * Releases all but about the newest `count` items from memory, while the conversation is quiet and `isHidden`; the
   * rest stays on disk. Never rejects.
   */
  async trim(count: number, isHidden: () => boolean): Promise<void> {
    const { conversation, history } = this.#options;
    const canTrim = (): boolean => {
      const { status, sessionId } = conversation.state;
      const isQuiet = status === "idle" || status === "resting";
      return isQuiet && sessionId !== undefined && this.#isRead && !history.isElsewhere && isHidden();
    };
    // The released part stays where it is now, also when the conversation continues from another transcript later.
    const source = this.#findSource();
    const open = async (before: string | undefined): Promise<TranscriptReader | undefined> =>
      source && this.#openIn(source, before);
    if (canTrim()) await conversation.transcript.trim(count, { open, canTrim });
  }

  /** Opens the transcript from which the conversation continues, or the part of it before a prompt. */
  async #open(before: string | undefined): Promise<TranscriptReader | undefined> {
    const source = this.#findSource();
    return source && this.#openIn(source, before);
  }

  #findSource(): Source | undefined {
    const { sessionId: own, folder, profile } = this.#options.conversation.state;
    const { forkedFrom, cutBefore } = this.#options.conversation.remembered;
    const sessionId = forkedFrom?.sessionId ?? own;
    if (sessionId === undefined) return undefined;
    const before = cutBefore ?? forkedFrom?.before;
    return { session: { sessionId, folder, profile }, before, through: forkedFrom?.through };
  }

  #openIn({ session, before: end, through }: Source, before = end): Promise<TranscriptReader | undefined> {
    this.#shown?.load(session.sessionId);
    return this.#options.history.open(session, before, through);
  }
}

/** The part of a transcript from which a conversation continues. */
interface Source {
  readonly session: SavedSession;
  readonly before: string | undefined;
  readonly through: string | undefined;
}
