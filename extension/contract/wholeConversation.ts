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
}
