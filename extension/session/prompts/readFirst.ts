import { messageOf } from "../../base/failure.ts";
import type { QueuedPrompt } from "../../contract/conversationState.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { Notice, NoticeLevel } from "../../contract/items.ts";
import { mentionsIn } from "../../contract/mentions.ts";
import type { AttachmentContents, MentionReader } from "../ports.ts";
import type { PromptQueue } from "./promptQueue.ts";
import type { SaveFirst } from "./saveFirst.ts";

export interface ReadFirstOptions {
  readonly id: ConversationId;
  readonly mentions: MentionReader;
  readonly attachments: AttachmentContents;
  readonly queue: PromptQueue;
  readonly unsaved: SaveFirst;
  readonly folder: () => string;
  readonly notice: (level: NoticeLevel, notice: Notice) => void;
  /** Tries again to send what waits. */
  readonly sendNext: () => void;
}

/**
 * What a prompt mentions is read when its turn has come: when it was written, problems and changes may have been others. Where it
 * cannot be read, the prompt is held with all that stand behind it, and the conversation says why; sent then, it goes without that.
 */
export class ReadFirst {
  readonly #options: ReadFirstOptions;
  /** The prompt that what was read is for, while it is tried to send it. */
  #readId: string | undefined;

  constructor(options: ReadFirstOptions) {
    this.#options = options;
  }

  /** Sees to unsaved files, and then to what a prompt mentions. Returns whether it can go now; when not, it is tried again once all that is done. */
  prepare(prompt: QueuedPrompt): boolean {
    if (this.#readId === prompt.id) return true;
    if (!this.#options.unsaved.prepare()) return false;
    if (mentionsIn(prompt.text).length === 0) return true;
    this.#options.queue.beginReading(prompt.id);
    void this.#read(prompt);
    return false;
  }

  async #read({ id, text, isUnread }: QueuedPrompt): Promise<void> {
    const { mentions, attachments, queue, folder, notice, sendNext } = this.#options;
    try {
      const { contents, paths, unread } = await mentions.read({ conversation: this.#options.id, folder: folder() }, text, isUnread);
      if (unread.length > 0) notice("warning", { code: "mentionsLeftOut", mentions: unread });
      queue.finishReading(id, { attachments: contents.map((content) => attachments.add(content)), mentioned: paths.length > 0 ? paths : undefined });
    } catch (error) {
      notice("error", { code: "mentionFailed", reason: messageOf(error) });
      queue.finishReading(id, undefined);
    }
    this.#readId = id;
    sendNext();
    // Later it is read anew.
    this.#readId = undefined;
  }
}
