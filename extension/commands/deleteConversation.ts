import type { ListActions } from "../conversations/listActions.ts";
import { type Command, listArgument } from "./command.ts";

export function deleteConversationCommand(actions: ListActions): Command {
  return { run: (argument) => actions.remove(listArgument(argument)) };
}
