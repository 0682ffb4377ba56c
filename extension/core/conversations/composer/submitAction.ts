import type { AttachmentContent } from "../../../shared/contract/composer/attachments.ts";
import type { EditorSelection } from "../../../shared/contract/composer/suggestions.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { AttachmentStore } from "./attachmentStore.ts";

/** Reads the selected text of the editor. */
export interface SelectionReader {
  /** Returns undefined where no text is selected. */
  of(folder: string): EditorSelection | undefined;
  read(folder: string): AttachmentContent | undefined;
}

/** Parts of a message other than its text: ids of attachments, and the selection that the composer showed. */
export interface SubmitOptions {
  readonly attachments?: readonly string[] | undefined;
  readonly selection?: EditorSelection | undefined;
}

/** Submits messages of composers. */
export class SubmitAction {
  readonly #conversations: Conversations;
  readonly #store: Pick<AttachmentStore, "add">;
  readonly #selection: SelectionReader;

  constructor(conversations: Conversations, store: Pick<AttachmentStore, "add">, selection: SelectionReader) {
    this.#conversations = conversations;
    this.#store = store;
    this.#selection = selection;
  }

  /** Submits a prompt of a composer, and clears the draft if it is the same text. */
  submit(id: ConversationId, text: string, { attachments = [], selection }: SubmitOptions = {}): void {
    const open = this.#conversations.get(id);
    if (!open) return;
    const held = open.conversation.state.attachments.filter((attachment) => attachments.includes(attachment.id));
    const selected = selection && this.#selected(open, selection);
    // Queue the prompt before clearing the draft, so that the text is saved in one of the two places at every moment.
    open.submit(text, [...held, ...(selected ? [this.#store.add(selected)] : [])]);
    if (open.draft === text) open.draft = "";
    if (attachments.length > 0) open.detach(attachments);
  }

  /**
   * Returns the selection only if it is the one that the composer showed: the user may have selected another text by
   * now.
   */
  #selected(open: OpenConversation, shown: EditorSelection): AttachmentContent | undefined {
    const { folder } = open.conversation.state;
    const now = this.#selection.of(folder);
    const isSame = now?.path === shown.path && now.first === shown.first && now.last === shown.last;
    if (!isSame) open.conversation.notice("warning", { code: "selectionChanged", path: shown.path });
    return isSame ? this.#selection.read(folder) : undefined;
  }
}
