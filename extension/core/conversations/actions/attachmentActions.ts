import type { Attachment, AttachmentContent } from "../../../shared/contract/composer/attachments.ts";
import { isAgentMention } from "../../../shared/contract/composer/mentions.ts";
import { findSourceMentions } from "../../../shared/contract/composer/suggestions.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { ToolDetails } from "../../../shared/contract/tools.ts";
import type { OpenFailure } from "../../../shared/contract/toWebview.ts";
import { getOutputs, getWholeText } from "../../conversation/tools/output.ts";
import type { AttachmentStore } from "../composer/attachmentStore.ts";
import type { Mentions } from "../composer/mentions/mentions.ts";
import type { Conversations } from "../conversations.ts";

/** Shows the contents of attachments. */
export interface AttachmentViewer {
  /** Explains an agent mention, which has no contents to open. */
  explainAgent(mention: string): void;
  show(attachment: Attachment, data: string): Promise<void>;
}

export interface AttachmentActionsOptions {
  readonly conversations: Conversations;
  readonly store: AttachmentStore;
  readonly mentions: Pick<Mentions, "readOne">;
  readonly viewer: AttachmentViewer;
}

/** Actions of the user on the attachments and mentions of a prompt, and on the images and outputs of tool calls. */
export class AttachmentActions {
  readonly #options: AttachmentActionsOptions;

  constructor(options: AttachmentActionsOptions) {
    this.#options = options;
  }

  /** Adds an attachment to the composer of a conversation. Ignores an id that already exists. */
  add(id: ConversationId, content: AttachmentContent, attachmentId: string): void {
    const { conversations, store } = this.#options;
    const open = conversations.get(id);
    if (open && store.get(attachmentId) === undefined) open.attach(store.add(content, attachmentId));
  }

  /**
   * Opens the current contents of a mention; an agent mention is explained instead. Resolves to the reason when nothing
   * opens; rejects when reading fails.
   */
  async openMention(id: ConversationId, text: string): Promise<OpenFailure | undefined> {
    const { conversations, viewer, mentions } = this.#options;
    const open = conversations.get(id);
    if (isAgentMention(text)) return void viewer.explainAgent(text);
    const [mention] = findSourceMentions(text);
    if (!open || !mention) return "missing";
    const { data, ...attachment } = await mentions.readOne(
      { conversation: id, folder: open.conversation.state.folder },
      mention,
    );
    return this.#show({ ...attachment, id: mention.text }, data);
  }

  /** Shows an image that a tool call returned. Resolves to the reason when nothing opens. */
  async openImage(id: ConversationId, toolId: string, index: number): Promise<OpenFailure | undefined> {
    const details = this.#detailsOf(id, toolId);
    const image = details && "images" in details ? details.images?.[index] : undefined;
    if (!image) return "notKept";
    const { mediaType, data } = image;
    const name = `image${index + 1}.${mediaType.split("/")[1]}`;
    return this.#show(
      { id: `${toolId}-${index}`, kind: "image", name, mediaType, size: Math.floor((data.length * 3) / 4) },
      data,
    );
  }

  /** Shows the whole output of a tool call; a card has only its end. Resolves to the reason when nothing opens. */
  async openOutput(id: ConversationId, toolId: string): Promise<OpenFailure | undefined> {
    const details = this.#detailsOf(id, toolId);
    if (!details) return "notKept";
    const data = getOutputs(details).map(getWholeText).join("\n");
    return this.#show(
      { id: toolId, kind: "text", name: "output.txt", mediaType: "text/plain", size: data.length },
      data,
    );
  }

  /**
   * Removes a pasted text from the attachments and returns it. Returns undefined and changes nothing where the text is
   * not stored.
   */
  unfold(id: ConversationId, attachmentId: string): string | undefined {
    const { conversations, store } = this.#options;
    const open = conversations.get(id);
    const isPasted = open?.conversation.state.attachments.some((each) => each.id === attachmentId && each.isPasted);
    const text = isPasted ? store.get(attachmentId) : undefined;
    if (text !== undefined) open?.detach([attachmentId]);
    return text;
  }

  /**
   * Shows an attachment of the composer, of a pending prompt or of the transcript. Resolves to the reason when nothing
   * opens.
   */
  async open(id: ConversationId, attachmentId: string): Promise<OpenFailure | undefined> {
    const { promptAttachments, transcript } = this.#options.conversations.get(id)?.conversation ?? {};
    const found = promptAttachments?.find(attachmentId);
    const data = promptAttachments?.readData(attachmentId);
    if (found && data !== undefined) return this.#show(found, data);
    const isWanted = (attachment: Attachment): boolean => attachment.id === attachmentId;
    const earlier = (
      await transcript?.prompts.findEarlier(({ attachments }) => attachments.some(isWanted))
    )?.attachments.find(isWanted);
    return earlier ? this.#show(earlier, earlier.data) : "notKept";
  }

  async #show(attachment: Attachment, data: string): Promise<undefined> {
    await this.#options.viewer.show(attachment, data);
  }

  #detailsOf(id: ConversationId, toolId: string): ToolDetails | undefined {
    return this.#options.conversations.get(id)?.conversation.transcript.calls.details(toolId);
  }
}
