import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { TranscriptReader } from "../ports/ports.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { EarlierPlace, type EarlierPlaceOptions, warnOfEarlier } from "./earlierParts.ts";
import { applyTranscriptFrames, findTaskEnds } from "./transcriptFrames.ts";

export type OpenReader = () => Promise<TranscriptReader | undefined>;

/**
 * Loads the part of a conversation before its loaded items from disk, page by page, in front of them. One read follows
 * the other.
 */
export class OlderItems {
  readonly #store: ConversationStore;
  readonly #logger: Logger;
  readonly #onDamaged: (lines: number) => void;
  /** Opens the reader for the part before the first loaded item. */
  #open: OpenReader | undefined;
  /** Ends of tasks in the loaded part; the tasks may have begun before it. */
  #ends: readonly Frame[] = [];
  #pages = 0;
  #revision = 0;
  #releases = 0;
  /** Settles when all requested reads are done. */
  #reading: Promise<void> = Promise.resolve();

  /** `onDamaged` gets the number of lines that could not be read on the way back. */
  constructor(store: ConversationStore, logger: Logger, onDamaged: (lines: number) => void) {
    this.#store = store;
    this.#logger = logger;
    this.#onDamaged = onDamaged;
  }

  /** True if earlier items are not loaded. */
  get exist(): boolean {
    return this.#open !== undefined;
  }

  /** Number of pages that were loaded since the loaded items were set or released. */
  get pages(): number {
    return this.#pages;
  }

  /** Changes when another item becomes the first loaded one. */
  get revision(): number {
    return this.#revision;
  }

  /** Number of times that loaded items were released or replaced. */
  get releases(): number {
    return this.#releases;
  }

  /** Sets the reader for the part before the loaded items, which were read from `frames`. */
  set(open: OpenReader | undefined, frames: readonly Frame[]): void {
    this.#ends = findTaskEnds(frames);
    this.#open = open;
    this.#pages = 0;
    this.#revision++;
    this.#releases++;
  }

  /**
   * Drops the loaded items before one of them. `frames` made what stays, and `open` opens a reader for the part before
   * it.
   */
  release(id: string, frames: readonly Frame[], open: OpenReader): void {
    this.#store.dropBefore(id);
    this.set(open, frames);
  }

  /** Runs work after all reads that were requested before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#reading.then(work);
    this.#reading = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** Loads one page after the other while a page is needed and exists. */
  loadWhile(isNeeded: () => boolean): Promise<void> {
    return this.inTurn(async () => {
      while (this.#open && isNeeded()) await this.#load(this.#open);
    });
  }

  /**
   * Returns the place where the loaded items begin; undefined where nothing is before them, or it cannot be read. Call
   * it in turn.
   */
  async findPlace(readThreads: EarlierPlaceOptions["readThreads"]): Promise<EarlierPlace | undefined> {
    const pages = (await this.#open?.().catch((error: unknown) => warnOfEarlier(this.#logger, error)))?.copy();
    return (
      pages &&
      new EarlierPlace({
        pages,
        store: this.#store,
        ends: this.#ends,
        logger: this.#logger,
        onDamaged: this.#onDamaged,
        readThreads,
      })
    );
  }

  async #load(open: OpenReader): Promise<void> {
    try {
      const pages = await open();
      const page = await pages?.read();
      if (this.#open !== open) return;
      this.#pages++;
      this.#revision++;
      const store = this.#store.makeOlder();
      applyTranscriptFrames(store, page?.frames ?? [], this.#logger, { endedLater: this.#ends });
      this.#store.prepend(store);
      this.#ends = [...findTaskEnds(page?.frames ?? []), ...this.#ends];
      if (page && page.damaged > 0) this.#onDamaged(page.damaged);
      this.#open = pages && page?.hasOlder ? async () => pages : undefined;
    } catch (error) {
      this.#logger.warn(`could not read what was said before: ${getErrorMessage(error)}`);
      if (this.#open === open) this.#open = undefined;
    }
  }
}
