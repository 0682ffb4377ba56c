import type { Attachment } from "./attachments.ts";
import type { Item, ToolItem } from "./items.ts";
import type { ToolDetails } from "./tools.ts";

/** A complete conversation for export. */
export interface WholeConversation {
  readonly title: string;
  readonly folder: string;
  readonly sessionId: string | undefined;
  /** Milliseconds since the epoch. */
  readonly exportedAt: number;
  readonly items: readonly Item[];
  readonly detailsOf: (call: ToolItem) => ToolDetails | undefined;
  /** Returns the steps of a subagent's call; empty for any other call, and if steps were not requested. */
  readonly stepsOf: (call: ToolItem) => readonly Item[];
  /** Returns the content of an attachment, as text or base64; undefined if it is not kept or was not requested. */
  readonly contentOf: (attachment: Attachment) => string | undefined;
}
