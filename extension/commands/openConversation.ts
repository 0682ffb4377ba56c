import type { ConversationActions } from "../conversations/conversationActions.ts";
import { type Command, listArgument } from "./command.ts";

export function openConversationCommand(actions: ConversationActions): Command {
  return { run: (argument) => actions.openListed(listArgument(argument)) };
}
