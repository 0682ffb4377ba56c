import type { Attachment, AttachmentContent, Prompt } from "../../../shared/contract/composer/attachments.ts";
import { isAttachmentOfMention } from "../../../shared/contract/composer/suggestions.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { PromptBlock } from "../../protocol/frames/userMessage.ts";
import type { AttachmentContentStore } from "../ports/ports.ts";
import { buildPromptBlocks } from "../reduce/promptContent.ts";
import type { ConversationContext } from "../view/conversationContext.ts";

/** Manages the attachments of the prompts of a conversation. */
export class PromptAttachments {
  readonly #context: ConversationContext;
  readonly #contents: AttachmentContentStore;

  constructor(context: ConversationContext, contents: AttachmentContentStore) {
    this.#context = context;
    this.#contents = contents;
  }

  /** Returns a prompt as `claude` takes it. Leaves out attachments whose data is lost, with a notice. */
  readBlocks(prompt: Prompt): readonly PromptBlock[] {
    const { blocks, missing } = buildPromptBlocks(prompt, (id) => this.#contents.get(id));
    if (missing.length > 0) this.#context.notice("warning", { code: "attachmentsLost", names: missing });
    return blocks.length > 0 ? blocks : [{ type: "text", text: missing.join(", ") }];
  }

  /**
   * Returns the attachments of a prompt except `without`, for another prompt. Leaves out those of mentions, which are
   * read again.
   */
  of(promptId: string, without: readonly string[] = []): readonly Attachment[] {
    const item = this.#context.store.item(mainThread, promptId);
    const attachments = item?.kind === "prompt" ? (item.attachments ?? []) : [];
    return attachments.flatMap((attachment) => {
      if (without.includes(attachment.id) || isAttachmentOfMention(attachment.name)) return [];
      if (this.#contents.get(attachment.id) !== undefined) return [attachment];
      const data = this.#context.store.attached(attachment.id);
      return data === undefined ? [] : [this.#contents.add({ ...attachment, data })];
    });
  }

  /**
   * Stores attachments of a prompt that is not loaded, for another prompt. Leaves out those of mentions, which are read
   * again.
   */
  store(attachments: readonly AttachmentContent[]): readonly Attachment[] {
    return attachments.flatMap((attachment) =>
      isAttachmentOfMention(attachment.name) ? [] : [this.#contents.add(attachment)],
    );
  }

  /**
   * Returns the data of an attachment of the composer, of a queued prompt, or of one in the transcript: base64, or
   * plain text.
   */
  readData(id: string): string | undefined {
    return this.#contents.get(id) ?? this.#context.store.attached(id);
  }

  /** Returns the attachment with this id from the composer, the queue or the transcript. */
  find(id: string): Attachment | undefined {
    const { attachments, queue } = this.#context.store.state;
    const prompts = this.#context.store.timeline
      .items(mainThread)
      .flatMap((item) => (item.kind === "prompt" ? [item] : []));
    return [...attachments, ...[...queue, ...prompts].flatMap((prompt) => prompt.attachments ?? [])].find(
      (each) => each.id === id,
    );
  }
}
