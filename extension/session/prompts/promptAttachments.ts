import type { Attachment, Prompt } from "../../contract/attachments.ts";
import { mainThread } from "../../contract/ids.ts";
import type { Notice, NoticeLevel } from "../../contract/items.ts";
import { isAttachmentOfMention } from "../../contract/suggestions.ts";
import type { PromptBlock } from "../../protocol/userMessage.ts";
import type { ConversationStore } from "../conversationStore.ts";
import type { AttachmentContentStore } from "../ports.ts";
import { buildPromptBlocks } from "./promptContent.ts";

/** What goes with the prompts of a conversation beside their text. */
export class PromptAttachments {
  readonly #store: ConversationStore;
  readonly #contents: AttachmentContentStore;
  readonly #notice: (level: NoticeLevel, notice: Notice) => void;

  constructor(store: ConversationStore, contents: AttachmentContentStore, notice: (level: NoticeLevel, notice: Notice) => void) {
    this.#store = store;
    this.#contents = contents;
    this.#notice = notice;
  }

  /** A prompt as the CLI takes it. What nothing is kept of any more is left out, and said. */
  readBlocks(prompt: Prompt): readonly PromptBlock[] {
    const { blocks, missing } = buildPromptBlocks(prompt, (id) => this.#contents.get(id));
    if (missing.length > 0) this.#notice("warning", { code: "attachmentsLost", names: missing });
    return blocks.length > 0 ? blocks : [{ type: "text", text: missing.join(", ") }];
  }

  /** What went with a prompt but for some of it, to go again with another one. What its text mentions is read anew. */
  of(promptId: string, without: readonly string[] = []): readonly Attachment[] {
    const item = this.#store.item(mainThread, promptId);
    const attachments = item?.kind === "prompt" ? (item.attachments ?? []) : [];
    return attachments.flatMap((attachment) => {
      if (without.includes(attachment.id) || isAttachmentOfMention(attachment.name)) return [];
      if (this.#contents.get(attachment.id) !== undefined) return [attachment];
      const data = this.#store.attached(attachment.id);
      return data === undefined ? [] : [this.#contents.add({ ...attachment, data })];
    });
  }

  /** What is in an attachment of the composer, of a prompt that waits, or of one in the transcript: base64, or a text. */
  readData(id: string): string | undefined {
    return this.#contents.get(id) ?? this.#store.attached(id);
  }

  /** The attachment of this id, wherever it goes with a prompt. */
  find(id: string): Attachment | undefined {
    const { attachments, queue } = this.#store.state;
    const prompts = this.#store.timeline.items(mainThread).flatMap((item) => (item.kind === "prompt" ? [item] : []));
    return [...attachments, ...[...queue, ...prompts].flatMap((prompt) => prompt.attachments ?? [])].find((each) => each.id === id);
  }
}
