import type { ListActions } from "../conversations/listActions.ts";
import { type Command, listArgument } from "./command.ts";

export function unpinConversationCommand(actions: ListActions): Command {
  return { run: (argument) => actions.pin(false, listArgument(argument)) };
}
