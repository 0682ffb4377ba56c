import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Item } from "../../../shared/contract/items.ts";
import type { ToolDetails } from "../../../shared/contract/tools.ts";
import type { Page, PageAnchor } from "../../../shared/contract/toWebview.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { TranscriptReader } from "../ports/ports.ts";
import type { TakenKeys } from "../reduce/keyedCalls.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { applyTranscriptFrames, findTaskEnds } from "./transcriptFrames.ts";

/** Reads the threads, and the calls in them, of a part of a conversation. */
export interface ThreadReader {
  page(thread: string, at: PageAnchor, count: number): Page;
  loadPage(thread: string, at: PageAnchor, count: number): Promise<Page>;
  readonly calls: { details(toolId: string): ToolDetails | undefined };
  loadThread(toolId: string, isWhole?: boolean): Promise<void>;
}

/** A part of a conversation. */
export interface TranscriptPart {
  /** Items of the main thread, oldest first. */
  readonly items: readonly Item[];
  readonly threads: ThreadReader;
  /** The store with these items and their calls. */
  readonly store: ConversationStore;
  /** Set for the loaded items. */
  readonly isLoaded?: true;
}

export interface EarlierPlaceOptions {
  /** A reader of its own for the pages before the items in `store`. */
  readonly pages: Pick<TranscriptReader, "copy" | "read">;
  readonly store: ConversationStore;
  /** Ends of tasks in the loaded items. */
  readonly ends: readonly Frame[];
  readonly logger: Logger;
  /** Called with a number of lines that could not be read. */
  readonly onDamaged: (lines: number) => void;
  readonly readThreads: (part: ConversationStore) => ThreadReader;
}

interface EarlierRead {
  readonly part: TranscriptPart;
  readonly before: EarlierPlace | undefined;
}

/**
 * A place in a saved conversation. The part before it can be read any number of times, with the same items each time:
 * an item has the id that it gets when everything after it is loaded.
 */
export class EarlierPlace {
  readonly #options: EarlierPlaceOptions;
  readonly #known: KnownIds;
  /** Number of parts between the loaded items and this place. */
  readonly index: number;

  constructor(options: EarlierPlaceOptions, known = new KnownIds(), index = 0) {
    this.#options = options;
    this.#known = known;
    this.index = index;
  }

  /** Reads the part before this place, and returns the place before that part; undefined for the oldest part. */
  async read(): Promise<EarlierRead> {
    const { store, ends, logger, onDamaged, readThreads } = this.#options;
    const pages = this.#options.pages.copy();
    const { frames, hasOlder, damaged } = await pages.read();
    const later = this.#known.after(this.index);
    const part = store.makeOlder(later);
    applyTranscriptFrames(part, frames, logger, { endedLater: ends });
    if (damaged > 0) onDamaged(damaged);
    const items = store.selectOlder(part).filter(({ id }) => !later.isCall(id));
    this.#known.add(items, this.index);
    const before = { ...this.#options, pages, ends: [...findTaskEnds(frames), ...ends] };
    return {
      part: { items, threads: readThreads(part), store: part },
      before: hasOlder ? new EarlierPlace(before, this.#known, this.index + 1) : undefined,
    };
  }

  /** Logs that a part could not be read. */
  warn(error: unknown): undefined {
    warnOfEarlier(this.#options.logger, error);
  }

  /** Returns the index of the part that contains an item, among those that were read. */
  findPart(id: string): number | undefined {
    return this.#known.partOf(id);
  }
}

/** Reads a conversation that is not loaded as a whole. */
export interface PartsReader {
  /** True if earlier items are not loaded. */
  readonly hasOlder: boolean;
  /**
   * Number of times that loaded items were released or replaced: what was read of the items before them stays complete
   * while it is the same.
   */
  readonly releases: number;
  /** Reads the parts, the newest first. */
  readParts(): AsyncIterable<TranscriptPart>;
}

/** Reads the parts before a place, the newest first, and keeps one of them in memory. Logs a failure and ends there. */
export async function* readEarlierParts(place: EarlierPlace): AsyncGenerator<TranscriptPart> {
  for (let next: EarlierPlace | undefined = place; next; ) {
    const read: EarlierRead | undefined = await next.read().catch((error: unknown) => place.warn(error));
    if (read) yield read.part;
    next = read?.before;
  }
}

/** Logs that the part before the loaded items could not be read. */
export function warnOfEarlier(logger: Logger, error: unknown): undefined {
  logger.warn(`could not read the earlier part of a conversation: ${getErrorMessage(error)}`);
}

/** Ids of items that are no longer in memory, with the number of their part, the newest is 0. */
class KnownIds {
  readonly #items = new Map<string, number>();
  readonly #messages = new Map<string, number>();

  add(items: readonly Item[], part: number): void {
    for (const { id, kind } of items) {
      if (!this.#items.has(id)) this.#items.set(id, part);
      if (kind !== "text" && kind !== "thinking") continue;
      // The ids of a block's row start with the key of its message, see `reduceAssistant`.
      const message = id.slice(0, id.lastIndexOf(":"));
      if (!this.#messages.has(message)) this.#messages.set(message, part);
    }
  }

  partOf(id: string): number | undefined {
    return this.#items.get(id);
  }

  /** Returns the ids in the parts after this one. */
  after(part: number): TakenKeys {
    const isLater = (found: number | undefined): boolean => found !== undefined && found < part;
    return {
      isCall: (key) => isLater(this.#items.get(key)),
      isMessage: (_thread, key) => isLater(this.#messages.get(key)),
    };
  }
}
