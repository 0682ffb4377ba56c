import type { OpenConversation } from "../../core/conversations/openConversation.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { PanelOptions } from "../../shared/contract/panelOptions.ts";
import type { OpenFailure, ToWebview } from "../../shared/contract/toWebview.ts";
import type { PanelActions } from "./panelActions.ts";

/** The interface of a panel for the handlers of intentions. */
export interface PanelContext {
  readonly actions: PanelActions;
  /** The conversation that the panel shows now. */
  readonly open: () => OpenConversation;
  readonly send: (message: ToWebview) => void;
  /**
   * Does work for the conversation that the panel shows now. `reply` sends a message, unless the panel shows another
   * one by then.
   */
  readonly answering: <T>(
    work: (shown: OpenConversation, reply: (message: ToWebview) => void, isShown: () => boolean) => T,
  ) => T;
  /** Sends the reason why `target` was not opened to the page, unless the panel shows another conversation by then. */
  readonly sayNotOpened: (target: string, opening: Promise<OpenFailure | undefined>) => Promise<void>;
  readonly panelOptions: () => PanelOptions;
  readonly logger: Logger;
}
