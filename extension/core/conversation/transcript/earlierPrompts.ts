import { cutText } from "../../../shared/base/cutText.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Attachment, AttachmentContent } from "../../../shared/contract/composer/attachments.ts";
import type { PromptItem } from "../../../shared/contract/items.ts";
import type { TranscriptReader } from "../ports/ports.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { applyTranscriptFrames } from "./transcriptFrames.ts";

/** A prompt of the saved transcript with the data of its attachments, as far as the transcript has it. */
export interface EarlierPrompt {
  readonly item: PromptItem;
  readonly attachments: readonly (Attachment & AttachmentContent)[];
}

type PromptStart = Pick<PromptItem, "id" | "text">;

/** Maximum number of characters of a prompt in a list. */
const maxListedLength = 200;

/** Returns a prompt with its first words. A mere part of a string would hold the whole one in memory. */
export function shortenListedPrompt({ id, text }: PromptStart): PromptStart {
  return { id, text: JSON.parse(JSON.stringify(cutText(text, maxListedLength))) };
}

export interface EarlierPromptsOptions {
  readonly makeStore: () => ConversationStore;
  readonly logger: Logger;
  /** Returns the oldest loaded prompt if earlier ones are not loaded. */
  readonly oldestLoaded: () => { readonly id: string | undefined } | undefined;
}

/** The prompts before the loaded ones. They are read from disk each time, and not kept. */
export class EarlierPrompts {
  readonly #options: EarlierPromptsOptions;
  /** Opens another reader for the part before a prompt; for everything without one. */
  #reopen: ((before: string | undefined) => Promise<TranscriptReader | undefined>) | undefined;
  /** The first prompt of the whole conversation, once it was read. */
  #first: string | undefined;

  constructor(options: EarlierPromptsOptions) {
    this.#options = options;
  }

  /** Sets how the part before a prompt is opened. */
  setReopen(reopen: (before: string | undefined) => Promise<TranscriptReader | undefined>): void {
    this.#reopen = reopen;
  }

  /** Forgets the first prompt: the conversation continues from another place. */
  reset(): void {
    this.#first = undefined;
  }

  /**
   * Returns the first prompt of the conversation, which is read once; undefined if every prompt is loaded, or the disk
   * has none. Rejects when it cannot be read.
   */
  async findFirst(): Promise<string | undefined> {
    if (this.#first !== undefined && this.#options.oldestLoaded()) return this.#first;
    let first: string | undefined;
    for await (const { item } of this.#read()) first = item.id;
    this.#first = first;
    return first;
  }

  /** Reads them, newest first. Logs a failure and ends there. */
  async *read(): AsyncGenerator<EarlierPrompt> {
    try {
      yield* this.#read();
    } catch (error) {
      this.#options.logger.warn(`could not read the earlier messages: ${getErrorMessage(error)}`);
    }
  }

  /** Returns their first words, newest first, without keeping their texts. */
  async list(): Promise<readonly PromptStart[]> {
    const all: PromptStart[] = [];
    for await (const { item } of this.read()) all.push(shortenListedPrompt(item));
    return all;
  }

  async *#read(): AsyncGenerator<EarlierPrompt> {
    const { oldestLoaded, makeStore, logger } = this.#options;
    const oldest = oldestLoaded();
    const pages = oldest && (await this.#reopen?.(oldest.id));
    if (pages) yield* readEarlierPrompts(pages, makeStore, logger);
  }
}

/**
 * Reads the prompts of a transcript from its end, and keeps only one page of it in memory. `makeStore` returns an empty
 * store.
 */
async function* readEarlierPrompts(
  pages: Pick<TranscriptReader, "read">,
  makeStore: () => ConversationStore,
  logger: Logger,
): AsyncGenerator<EarlierPrompt> {
  for (;;) {
    const { frames, hasOlder } = await pages.read();
    const store = makeStore();
    applyTranscriptFrames(store, frames, logger);
    for (const item of [...store.timeline.items()].reverse()) {
      if (item.kind !== "prompt") continue;
      const attachments = (item.attachments ?? []).flatMap((attachment) => {
        const data = store.attached(attachment.id);
        return data === undefined ? [] : [{ ...attachment, data }];
      });
      yield { item, attachments };
    }
    if (!hasOlder) return;
  }
}
