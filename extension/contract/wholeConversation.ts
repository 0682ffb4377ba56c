import type { Attachment } from "./attachments.ts";
import type { Item, ToolItem } from "./items.ts";
import type { ToolDetails } from "./tools.ts";

/** A conversation with everything that was said and done, as it is exported. */
export interface WholeConversation {
  readonly title: string;
  readonly folder: string;
  readonly sessionId: string | undefined;
  /** Milliseconds since the epoch. */
  readonly exportedAt: number;
  readonly items: readonly Item[];
  readonly detailsOf: (call: ToolItem) => ToolDetails | undefined;
  /** Steps of a subagent, by its call; empty for every other call, and where they were not asked for. */
  readonly stepsOf: (call: ToolItem) => readonly Item[];
  /** Content of an attachment, a text or base64; undefined where it is not kept, or was not asked for. */
  readonly contentOf: (attachment: Attachment) => string | undefined;
}
