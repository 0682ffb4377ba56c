import type { ListActions } from "../conversations/listActions.ts";
import { type Command, listArgument } from "./command.ts";

export function archiveConversationCommand(actions: ListActions): Command {
  return { run: (argument) => actions.archive(true, listArgument(argument)) };
}
