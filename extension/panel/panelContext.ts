import type { Logger } from "../base/logger.ts";
import type { OpenFailure, PanelOptions, ToWebview } from "../contract/toWebview.ts";
import type { OpenConversation } from "../conversations/openConversation.ts";
import type { PanelActions } from "./panelActions.ts";

/** What handlers of intentions know of their panel. */
export interface PanelContext {
  readonly actions: PanelActions;
  /** The conversation that the panel shows now. */
  readonly open: () => OpenConversation;
  readonly send: (message: ToWebview) => void;
  /** Says where it was asked for why something was not opened, unless the panel shows another conversation by then. */
  readonly sayNotOpened: (target: string, opening: Promise<OpenFailure | undefined>) => Promise<void>;
  readonly panelOptions: () => PanelOptions;
  readonly logger: Logger;
}
