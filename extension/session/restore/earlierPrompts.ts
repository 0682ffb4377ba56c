import type { Logger } from "../../base/logger.ts";
import type { Attachment, AttachmentContent } from "../../contract/attachments.ts";
import type { PromptItem } from "../../contract/items.ts";
import type { ConversationStore } from "../conversationStore.ts";
import type { TranscriptReader } from "../ports.ts";
import { applyTranscriptFrames } from "./transcriptFrames.ts";

/** A prompt of the saved transcript with the data of its attachments, as far as the transcript has it. */
export interface EarlierPrompt {
  readonly item: PromptItem;
  readonly attachments: readonly (Attachment & AttachmentContent)[];
}

/** Reads the prompts of a transcript from its end, and keeps only one page of it in memory. `makeStore` returns an empty store. */
export async function* readEarlierPrompts(
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
