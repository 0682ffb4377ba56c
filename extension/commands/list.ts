import type { ListActions } from "../conversations/list/listActions.ts";
import type { ListFilter } from "../conversations/list/listFilter.ts";
import { showFilterBox } from "../editor/dialogs/filterBox.ts";
import { listArgument, textArgument } from "./arguments.ts";
import type { CommandTable } from "./commandIds.ts";

export interface ListCommandsOptions {
  readonly listActions: ListActions;
  readonly filter: ListFilter;
}

/** Returns the commands for entries of the list of conversations: the one in the argument, else the current one. */
export function listCommands({ listActions, filter }: ListCommandsOptions): CommandTable<"list"> {
  return {
    renameConversation: (argument, title) => listActions.rename(listArgument(argument), textArgument(title)),
    deleteConversation: (argument) => listActions.remove(listArgument(argument)),
    restoreConversation: () => listActions.restore(),
    archiveConversation: (argument) => listActions.archive(true, listArgument(argument)),
    unarchiveConversation: (argument) => listActions.archive(false, listArgument(argument)),
    pinConversation: (argument) => listActions.pin(true, listArgument(argument)),
    unpinConversation: (argument) => listActions.pin(false, listArgument(argument)),
    tagConversation: (argument) => listActions.tag(listArgument(argument)),
    filterConversations: () => showFilterBox(filter),
    clearFilter: () => filter.set(""),
  };
}
