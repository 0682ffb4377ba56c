import type { Logger } from "../../base/logger.ts";
import type { Item } from "../../contract/items.ts";
import type { ToolDetails } from "../../contract/tools.ts";
import type { Page, PageAnchor } from "../../contract/toWebview.ts";
import type { Frame } from "../../protocol/decode.ts";
import type { ConversationStore } from "../conversationStore.ts";
import type { TranscriptReader } from "../ports.ts";
import type { TakenKeys } from "../reduce/externalIds.ts";
import { applyTranscriptFrames, findTaskEnds } from "./transcriptFrames.ts";

/** Reads the threads, and the calls in them, of a part of a conversation. */
export interface ThreadReader {
  page(thread: string, at: PageAnchor, count: number): Page;
  details(toolId: string): ToolDetails | undefined;
  loadThread(toolId: string, isWhole?: boolean): Promise<void>;
}

/** A part of a conversation. */
export interface TranscriptPart {
  /** Items of the main thread, oldest first. */
  readonly items: readonly Item[];
  readonly threads: ThreadReader;
  /** Returns the data of an attachment that the transcript has. */
  attached(id: string): string | undefined;
}

export interface EarlierPartsOptions {
  /** A reader of its own for the pages before the items in `store`. */
  readonly pages: Pick<TranscriptReader, "read">;
  readonly store: ConversationStore;
  /** Ends of tasks in the loaded items. */
  readonly ends: readonly Frame[];
  readonly logger: Logger;
  /** Called with a number of lines that could not be read. */
  readonly onDamaged: (lines: number) => void;
  readonly readThreads: (part: ConversationStore) => ThreadReader;
}

/**
 * Reads the parts before the loaded items, the newest first. Keeps one of them in memory, and the ids of the others: an item has the id that it gets
 * when everything after it is loaded.
 */
export async function* readEarlierParts({ pages, store, ends, logger, onDamaged, readThreads }: EarlierPartsOptions): AsyncGenerator<TranscriptPart> {
  const known = new KnownIds();
  let endedLater = ends;
  for (;;) {
    const { frames, hasOlder, damaged } = await pages.read();
    const part = store.makeOlder(known);
    applyTranscriptFrames(part, frames, logger, { endedLater });
    endedLater = [...findTaskEnds(frames), ...endedLater];
    if (damaged > 0) onDamaged(damaged);
    const items = store.selectOlder(part).filter(({ id }) => !known.has(id));
    known.add(items);
    yield { items, threads: readThreads(part), attached: (id) => part.attached(id) };
    if (!hasOlder) return;
  }
}

/** Ids of items that are no longer in memory. */
class KnownIds implements TakenKeys {
  readonly #items = new Set<string>();
  readonly #messages = new Set<string>();

  has(id: string): boolean {
    return this.#items.has(id);
  }

  add(items: readonly Item[]): void {
    for (const { id, kind } of items) {
      this.#items.add(id);
      // The ids of a block's row start with the key of its message, see `reduceAssistant`.
      if (kind === "text" || kind === "thinking") this.#messages.add(id.slice(0, id.lastIndexOf(":")));
    }
  }

  isCall(key: string): boolean {
    return this.#items.has(key);
  }

  isMessage(_thread: string, key: string): boolean {
    return this.#messages.has(key);
  }
}
