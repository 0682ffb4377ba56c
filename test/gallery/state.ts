import type { ConversationState } from "../../extension/contract/conversationState.ts";
import type { Item } from "../../extension/contract/items.ts";
import type { ToolDetails } from "../../extension/contract/tools.ts";
import type { PanelOptions, ToWebview } from "../../extension/contract/toWebview.ts";

/** What a page of the gallery shows. */
export interface GalleryState {
  readonly state?: Partial<ConversationState>;
  readonly items?: readonly Item[];
  /** Items of subagents, by the id of their call. */
  readonly threads?: Readonly<Record<string, readonly Item[]>>;
  readonly details?: Readonly<Record<string, ToolDetails>>;
  /** Cards that are open, by item id. */
  readonly open?: readonly string[];
  readonly draft?: string;
  readonly options?: Partial<PanelOptions>;
  /** What the host says after the snapshot. */
  readonly messages?: readonly ToWebview[];
  /** Files that are there. */
  readonly files?: readonly string[];
  /** Done in the page before the picture is taken: the names of buttons to press. */
  readonly press?: readonly string[];
}
