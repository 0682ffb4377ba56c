import type { ParticipantContext } from "../../core/conversation/ports/participant.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { ConversationFiles } from "./conversationFiles.ts";

interface OpenHistory {
  readonly conversation: ParticipantContext;
  readonly files: ConversationFiles;
}

/** The histories of files of all open conversations, one for each. */
export class OpenHistories {
  readonly #create: (conversation: ParticipantContext) => ConversationFiles;
  readonly #open = new Map<ConversationId, OpenHistory>();

  /** `create` makes the history of a conversation. */
  constructor(create: (conversation: ParticipantContext) => ConversationFiles) {
    this.#create = create;
  }

  /**
   * Returns the history of a conversation, the same one each time. A conversation that was opened again under its id
   * gets a new one.
   */
  of(conversation: ParticipantContext): ConversationFiles {
    const known = this.#open.get(conversation.id);
    if (known?.conversation === conversation) return known.files;
    const files = this.#create(conversation);
    this.#open.set(conversation.id, { conversation, files });
    return files;
  }

  /** Notes in every history that the user saved, created, moved or deleted a file. */
  noteSave(file: string): void {
    for (const { files } of this.#open.values()) files.noteSave(file);
  }

  /** Finishes what a dead process left of a restore in the folders of a conversation. */
  async finishInterrupted(id: ConversationId): Promise<void> {
    await this.#open.get(id)?.files.finishInterrupted();
  }

  /** Forgets the conversations that are no longer open. */
  keep(isOpen: (id: ConversationId) => boolean): void {
    for (const id of this.#open.keys()) if (!isOpen(id)) this.#open.delete(id);
  }
}
