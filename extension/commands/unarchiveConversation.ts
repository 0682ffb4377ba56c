import type { ListActions } from "../conversations/listActions.ts";
import { type Command, listArgument } from "./command.ts";

export function unarchiveConversationCommand(actions: ListActions): Command {
  return { run: (argument) => actions.archive(false, listArgument(argument)) };
}
