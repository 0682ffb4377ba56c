import { Banners } from "../core/conversations/banners.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import { PageHealth } from "../core/conversations/lifecycle/pageHealth.ts";
import type { ListFilter } from "../core/conversations/list/listFilter.ts";
import { WaitingRequests } from "../core/conversations/requests/waitingRequests.ts";
import type { Clock } from "../shared/base/clock.ts";
import { getErrorMessage } from "../shared/base/failure.ts";
import type { Logger } from "../shared/base/logger.ts";
import { delayClock } from "../systemClock.ts";
import { ChatPanels } from "../vscode/chat/chatPanels.ts";
import { NativeDialogs } from "../vscode/dialogs/dialogs.ts";
import { reportError } from "../vscode/dialogs/reportError.ts";
import type { Keep } from "./keepIn.ts";

export interface DialogPartsOptions {
  readonly keep: Keep;
  readonly conversations: Conversations;
  /** Creates a filter for the list of a dialog. */
  readonly newFilter: () => ListFilter;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Builds the registry of the panels, the dialogs, and what waits for the user or is in trouble. */
export function createDialogParts({ keep, conversations, newFilter, clock, log }: DialogPartsOptions) {
  const panels = new ChatPanels(conversations);
  const banners = new Banners({
    find: () => panels.shown,
    clock,
    onError: (error) => log.error(`a banner failed: ${getErrorMessage(error)}`),
  });
  return {
    panels,
    dialogs: new NativeDialogs(newFilter, panels, banners, delayClock),
    trouble: new PageHealth((error) => reportError("views", error, log)),
    waiting: keep(new WaitingRequests(conversations, clock, log, delayClock)),
  };
}
