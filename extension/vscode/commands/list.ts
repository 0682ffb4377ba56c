import type { Conversations } from "../../core/conversations/conversations.ts";
import type { ListActions } from "../../core/conversations/list/listActions.ts";
import type { ListFilter } from "../../core/conversations/list/listFilter.ts";
import { showFilterBox } from "../dialogs/filterBox.ts";
import { readListArgument, readListedArgument, readTextArgument } from "./arguments.ts";
import { commandTable } from "./commandTable.ts";

export interface ListCommandsOptions {
  readonly conversations: Conversations;
  readonly listActions: ListActions;
  readonly filter: ListFilter;
}

/** Returns the commands for entries of the list of conversations: the one in the argument, else the current one. */
export function createListCommands({ conversations, listActions, filter }: ListCommandsOptions) {
  return commandTable({
    renameConversation: (argument, title) =>
      listActions.rename(readListedArgument(conversations, argument), readTextArgument(title)),
    deleteConversation: (argument) => listActions.remove(readListArgument(argument)),
    restoreConversation: () => listActions.restore(),
    archiveConversation: (argument) => listActions.archive(true, readListArgument(argument)),
    unarchiveConversation: (argument) => listActions.archive(false, readListArgument(argument)),
    pinConversation: (argument) => listActions.pin(true, readListArgument(argument)),
    unpinConversation: (argument) => listActions.pin(false, readListArgument(argument)),
    tagConversation: (argument) => listActions.tag(readListArgument(argument)),
    filterConversations: () => showFilterBox(filter),
    clearFilter: () => filter.set(""),
  });
}
