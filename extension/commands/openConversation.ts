import type { ConversationActions } from "../conversations/conversationActions.ts";
import { listArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function openConversationCommand(actions: ConversationActions): Command {
  return { run: (argument) => actions.openListed(listArgument(argument)) };
}
