import type { ListActions } from "../conversations/listActions.ts";
import { type Command, listArgument } from "./command.ts";

export function tagConversationCommand(actions: ListActions): Command {
  return { run: (argument) => actions.tag(listArgument(argument)) };
}
