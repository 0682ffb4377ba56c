import type { ListActions } from "../conversations/listActions.ts";
import { type Command, listArgument } from "./command.ts";

export function pinConversationCommand(actions: ListActions): Command {
  return { run: (argument) => actions.pin(true, listArgument(argument)) };
}
