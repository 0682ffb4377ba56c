import { messageOf } from "../base/failure.ts";
import type { AttachedContent, Attachment } from "../contract/attachments.ts";
import type { ConversationId } from "../contract/ids.ts";
import { type EditorSelection, sourcesIn } from "../contract/suggestions.ts";
import type { AttachmentStore } from "./attachmentStore.ts";
import type { Conversations } from "./conversations.ts";
import type { Mentions } from "./mentions/mentions.ts";
import type { OpenConversation } from "./openConversation.ts";

/** The text that is selected in the editor. */
export interface SelectionReader {
  /** Undefined where nothing is selected. */
  of(folder: string): EditorSelection | undefined;
  read(folder: string): AttachedContent | undefined;
}

/** What goes from a composer beside its text: which of its attachments, and what is selected in the editor as the composer shows it. */
export interface Beside {
  readonly attachments?: readonly string[] | undefined;
  readonly selection?: EditorSelection | undefined;
}

/** Sends what is in a composer. */
export class SubmitAction {
  readonly #conversations: Conversations;
  readonly #store: Pick<AttachmentStore, "add">;
  readonly #mentions: Pick<Mentions, "read">;
  readonly #selection: SelectionReader;

  constructor(conversations: Conversations, store: Pick<AttachmentStore, "add">, mentions: Pick<Mentions, "read">, selection: SelectionReader) {
    this.#conversations = conversations;
    this.#store = store;
    this.#mentions = mentions;
    this.#selection = selection;
  }

  /** Sends a prompt of a composer, whose draft it was if it is the same text. Never rejects. */
  async submit(id: ConversationId, text: string, { attachments = [], selection }: Beside = {}): Promise<void> {
    const open = this.#conversations.get(id);
    if (!open) return;
    const held = open.conversation.state.attachments.filter((attachment) => attachments.includes(attachment.id));
    const selected = selection && this.#selected(open, selection);
    // Queued before the draft goes: at every moment the text is saved in one of the two.
    const sent = this.send(open, text, [...held, ...(selected ? [this.#store.add(selected)] : [])]);
    if (open.draft === text) open.draft = "";
    if (attachments.length > 0) open.detach(attachments);
    await sent;
  }

  /**
   * Sends a prompt with what goes with it. One that mentions what the CLI does not read waits in the queue until that is read; where
   * it cannot be, it stays there, and the conversation says why. Never rejects.
   */
  async send(open: OpenConversation, text: string, going: readonly Attachment[]): Promise<void> {
    const names = new Set(going.map(({ name }) => name));
    const isReading = sourcesIn(text).some((mention) => !names.has(mention.text));
    const promptId = open.submit(text, going, isReading);
    if (isReading && promptId !== undefined) await this.#read(open, promptId, text, names);
  }

  /** Only what the composer showed: another text may be selected by now. */
  #selected(open: OpenConversation, shown: EditorSelection): AttachedContent | undefined {
    const { folder } = open.conversation.state;
    const now = this.#selection.of(folder);
    const isSame = now?.path === shown.path && now.first === shown.first && now.last === shown.last;
    if (!isSame) open.conversation.notice("warning", { code: "selectionChanged", path: shown.path });
    return isSame ? this.#selection.read(folder) : undefined;
  }

  async #read(open: OpenConversation, promptId: string, text: string, names: ReadonlySet<string>): Promise<void> {
    const { conversation } = open;
    try {
      const read = await this.#mentions.read({ conversation: open.id, folder: conversation.state.folder }, text);
      conversation.queue.finishReading(
        promptId,
        read.filter(({ name }) => !names.has(name)).map((content) => this.#store.add(content)),
      );
    } catch (error) {
      conversation.notice("error", { code: "mentionFailed", reason: messageOf(error) });
      conversation.queue.finishReading(promptId, undefined);
    }
    // Its process may have been let go meanwhile.
    await open.wake();
  }
}
