import type { ListActions } from "../conversations/listActions.ts";
import { type Command, listArgument } from "./command.ts";

export function renameConversationCommand(actions: ListActions): Command {
  return { run: (argument) => actions.rename(listArgument(argument)) };
}
