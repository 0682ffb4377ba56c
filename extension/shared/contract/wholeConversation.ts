import type { Attachment } from "./composer/attachments.ts";
import type { Item, ToolItem } from "./items.ts";
import type { ToolDetails } from "./tools.ts";

/** Facts about an exported conversation. */
export interface ExportedConversation {
  readonly title: string;
  readonly folder: string;
  readonly sessionId: string | undefined;
  /** Milliseconds since the epoch. */
  readonly exportedAt: number;
}

/** A part of a conversation for export, complete in itself. */
export interface ConversationPart {
  /** Oldest first. */
  readonly items: readonly Item[];
  readonly detailsOf: (call: ToolItem) => ToolDetails | undefined;
  /** Returns the steps of a subagent's call; empty for any other call, and if steps were not requested. */
  readonly stepsOf: (call: ToolItem) => readonly Item[];
  /** Returns the content of an attachment, as text or base64; undefined if it is not kept or was not requested. */
  readonly contentOf: (attachment: Attachment) => string | undefined;
}

/** A complete conversation for export. */
export interface WholeConversation extends ExportedConversation, ConversationPart {}

/** A conversation for export that is never in memory as a whole. */
export interface ConversationParts extends ExportedConversation {
  /** Reads the parts, the newest first. */
  readonly parts: () => AsyncIterable<ConversationPart>;
}
