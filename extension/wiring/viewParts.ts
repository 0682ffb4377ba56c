import type { Conversations } from "../core/conversations/conversations.ts";
import type { PageHealth } from "../core/conversations/lifecycle/pageHealth.ts";
import type { ConversationList } from "../core/conversations/list/conversationList.ts";
import type { ListFilter } from "../core/conversations/list/listFilter.ts";
import { Outline } from "../core/conversations/list/outline.ts";
import type { WaitingRequests } from "../core/conversations/requests/waitingRequests.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { Logger } from "../shared/base/logger.ts";
import { reportError } from "../vscode/dialogs/reportError.ts";
import type { SettingsProfiles } from "../vscode/settings/settingsProfiles.ts";
import { ContextKeys } from "../vscode/views/contextKeys.ts";
import { ConversationTree } from "../vscode/views/conversationTree.ts";
import { OutlineTree } from "../vscode/views/outlineTree.ts";
import { StatusBar } from "../vscode/views/statusBar.ts";
import type { IsolationParts } from "./isolationParts.ts";
import type { Keep } from "./keepIn.ts";

export interface ViewPartsOptions {
  readonly keep: Keep;
  readonly conversations: Conversations;
  readonly profiles: SettingsProfiles;
  readonly list: ConversationList;
  readonly filter: ListFilter;
  readonly waiting: WaitingRequests;
  readonly trouble: PageHealth;
  readonly clock: Clock;
  readonly isolation: Pick<IsolationParts, "view">;
  readonly log: Logger;
}

/** Builds the native trees, the status bar, and the keys that menus ask. */
export function createViews({
  keep,
  conversations,
  profiles,
  list,
  filter,
  waiting,
  trouble,
  clock,
  log,
  isolation,
}: ViewPartsOptions): void {
  keep(new ConversationTree({ list, filter, conversations, waiting, clock, trouble, isolationOf: isolation.view }));
  keep(new OutlineTree(new Outline(conversations, (error) => reportError("outline", error, log))));
  keep(new StatusBar({ conversations, waiting, trouble, clock }));
  keep(new ContextKeys(conversations, waiting, list, profiles));
}
