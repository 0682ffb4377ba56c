import type { AttachmentContent } from "../../contract/attachments.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { EditorSelection } from "../../contract/suggestions.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { AttachmentStore } from "./attachmentStore.ts";

/** The text that is selected in the editor. */
export interface SelectionReader {
  /** Undefined where nothing is selected. */
  of(folder: string): EditorSelection | undefined;
  read(folder: string): AttachmentContent | undefined;
}

/** What goes from a composer beside its text: which of its attachments, and what is selected in the editor as the composer shows it. */
export interface SubmitOptions {
  readonly attachments?: readonly string[] | undefined;
  readonly selection?: EditorSelection | undefined;
}

/** Sends what is in a composer. */
export class SubmitAction {
  readonly #conversations: Conversations;
  readonly #store: Pick<AttachmentStore, "add">;
  readonly #selection: SelectionReader;

  constructor(conversations: Conversations, store: Pick<AttachmentStore, "add">, selection: SelectionReader) {
    this.#conversations = conversations;
    this.#store = store;
    this.#selection = selection;
  }

  /** Sends a prompt of a composer, whose draft it was if it is the same text. */
  submit(id: ConversationId, text: string, { attachments = [], selection }: SubmitOptions = {}): void {
    const open = this.#conversations.get(id);
    if (!open) return;
    const held = open.conversation.state.attachments.filter((attachment) => attachments.includes(attachment.id));
    const selected = selection && this.#selected(open, selection);
    // Queued before the draft goes: at every moment the text is saved in one of the two.
    open.submit(text, [...held, ...(selected ? [this.#store.add(selected)] : [])]);
    if (open.draft === text) open.draft = "";
    if (attachments.length > 0) open.detach(attachments);
  }

  /** Only what the composer showed: another text may be selected by now. */
  #selected(open: OpenConversation, shown: EditorSelection): AttachmentContent | undefined {
    const { folder } = open.conversation.state;
    const now = this.#selection.of(folder);
    const isSame = now?.path === shown.path && now.first === shown.first && now.last === shown.last;
    if (!isSame) open.conversation.notice("warning", { code: "selectionChanged", path: shown.path });
    return isSame ? this.#selection.read(folder) : undefined;
  }
}
