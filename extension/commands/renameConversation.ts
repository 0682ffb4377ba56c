import type { ListActions } from "../conversations/listActions.ts";
import { listArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function renameConversationCommand(actions: ListActions): Command {
  return { run: (argument, title) => actions.rename(listArgument(argument), typeof title === "string" ? title : undefined) };
}
