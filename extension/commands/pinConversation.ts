import type { ListActions } from "../conversations/listActions.ts";
import { listArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function pinConversationCommand(actions: ListActions): Command {
  return { run: (argument) => actions.pin(true, listArgument(argument)) };
}
