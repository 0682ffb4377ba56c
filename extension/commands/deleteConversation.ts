import type { ListActions } from "../conversations/listActions.ts";
import { listArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function deleteConversationCommand(actions: ListActions): Command {
  return { run: (argument) => actions.remove(listArgument(argument)) };
}
