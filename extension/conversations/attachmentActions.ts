import type { AttachedContent, Attachment } from "../contract/attachments.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { AttachmentStore } from "./attachmentStore.ts";
import type { Conversations } from "./conversations.ts";

/** Shows what is in attachments. */
export interface AttachmentViewer {
  show(attachment: Attachment, data: string): Promise<void>;
}

/** What a user does with what goes with a prompt. */
export class AttachmentActions {
  readonly #conversations: Conversations;
  readonly #store: AttachmentStore;
  readonly #viewer: AttachmentViewer;

  constructor(conversations: Conversations, store: AttachmentStore, viewer: AttachmentViewer) {
    this.#conversations = conversations;
    this.#store = store;
    this.#viewer = viewer;
  }

  /** Adds one to the composer of a conversation, under an id that nothing has yet. */
  add(id: ConversationId, content: AttachedContent, attachmentId: string): void {
    const open = this.#conversations.get(id);
    if (open && this.#store.get(attachmentId) === undefined) open.attach(this.#store.add(content, attachmentId));
  }

  /** Shows one of the composer, of a prompt that waits, or of the transcript; nothing where it is not kept. */
  async open(id: ConversationId, attachmentId: string): Promise<void> {
    const { attached } = this.#conversations.get(id)?.conversation ?? {};
    const found = attached?.find(attachmentId);
    const data = attached?.dataOf(attachmentId);
    if (found && data !== undefined) await this.#viewer.show(found, data);
  }
}
